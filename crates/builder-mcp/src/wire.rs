//! The protocol. Only this file names the library that speaks it.

use std::{future::Future, io, sync::Arc};

use async_trait::async_trait;
use rmcp::{
    ErrorData, RoleServer, ServerHandler, ServiceExt,
    model::{
        CallToolRequestParams, CallToolResponse, CallToolResult, ClientRequest, ContentBlock, ErrorCode, GetMeta,
        GetPromptRequestParams, GetPromptResponse, GetPromptResult, Implementation, ListPromptsResult,
        ListResourceTemplatesResult, ListResourcesResult, ListToolsResult, PaginatedRequestParams,
        ProgressNotificationParam, ProgressToken, PromptArgument, PromptMessage, ReadResourceRequestParams,
        ReadResourceResponse, ReadResourceResult, Resource, ResourceContents, ResourceTemplate, Role,
        ServerCapabilities, ServerConfig, ToolAnnotations,
    },
    service::{Peer, RequestContext, RxJsonRpcMessage, TxJsonRpcMessage},
    transport::{Transport, async_rw::AsyncRwTransport},
};
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncWrite};

use crate::{
    INSTRUCTIONS, Server, answer,
    answer::ToolError,
    prompts, resources, stdio,
    tools::{self, Progress, Tool},
};

/// Serves one client on standard input and output until it goes away or `stop` ends.
///
/// # Errors
/// When there is no standard output, or the client does not begin with the protocol's handshake.
pub async fn serve_stdio(server: Arc<Server>, stop: impl Future<Output = ()>) -> io::Result<()> {
    let output = tokio::fs::File::from_std(stdio::take_stdout()?);
    let transport = Patient { inner: AsyncRwTransport::new(stdio::stdin(), output), begun: false };
    tokio::pin!(stop);
    let running = tokio::select! {
        running = Handler { server }.serve(transport) => running,
        () = &mut stop => return Ok(()),
    };
    let running = match running {
        Ok(running) => running,
        // A client that goes away before it said anything has ended well enough.
        Err(rmcp::service::ServerInitializeError::ConnectionClosed(_)) => return Ok(()),
        Err(error) => return Err(io::Error::other(error)),
    };
    let token = running.cancellation_token();
    let ended = running.waiting();
    tokio::pin!(ended);
    tokio::select! {
        _ = &mut ended => {}
        () = stop => {
            // A message that is being written is written to its end.
            token.cancel();
            let _ = ended.await;
        }
    }
    Ok(())
}

/// A transport on which a stray notification before the handshake is no reason to hang up.
struct Patient<R: AsyncRead, W: AsyncWrite> {
    inner: AsyncRwTransport<RoleServer, R, W>,
    begun: bool,
}

impl<R, W> Transport<RoleServer> for Patient<R, W>
where
    R: AsyncRead + Send + Unpin,
    W: AsyncWrite + Send + Unpin + 'static,
{
    type Error = io::Error;

    fn send(
        &mut self,
        message: TxJsonRpcMessage<RoleServer>,
    ) -> impl Future<Output = Result<(), Self::Error>> + Send + 'static {
        self.inner.send(message)
    }

    async fn receive(&mut self) -> Option<RxJsonRpcMessage<RoleServer>> {
        loop {
            let message = self.inner.receive().await?;
            if let RxJsonRpcMessage::<RoleServer>::Request(first) = &message {
                // Either the handshake, or a request that carries what the handshake would have told.
                self.begun |= matches!(first.request, ClientRequest::InitializeRequest(_))
                    || first.request.get_meta().protocol_version().is_some();
                return Some(message);
            }
            if self.begun {
                return Some(message);
            }
        }
    }

    async fn close(&mut self) -> Result<(), Self::Error> {
        self.inner.close().await
    }
}

struct Handler {
    server: Arc<Server>,
}

struct PeerProgress {
    peer: Peer<RoleServer>,
    token: Option<ProgressToken>,
}

#[async_trait]
impl Progress for PeerProgress {
    async fn tell(&self, done: f64, message: String) {
        if let Some(token) = self.token.clone() {
            let told = ProgressNotificationParam::new(token, done).with_message(message);
            let _ = self.peer.notify_progress(told).await;
        }
    }
}

fn tool(tool: &Tool, asks_model: bool) -> rmcp::model::Tool {
    let annotations = ToolAnnotations::with_title(tool.title)
        .read_only(tool.read_only)
        .destructive(false)
        .idempotent(true)
        .open_world(tool.may_ask_model && asks_model);
    rmcp::model::Tool::new(tool.name, tool.description, (tool.input)()).with_title(tool.title).annotate(annotations)
}

/// An error of a request that is no call of a tool.
fn refused(error: &ToolError) -> ErrorData {
    let code = match error.code.as_str() {
        "run-unknown" | "build-unreadable" => ErrorCode::RESOURCE_NOT_FOUND,
        "settings-invalid" => ErrorCode::INVALID_PARAMS,
        _ => ErrorCode::INTERNAL_ERROR,
    };
    ErrorData::new(code, error.message.clone(), Some(error.to_json()))
}

impl ServerHandler for Handler {
    fn get_info(&self) -> ServerConfig {
        let capabilities = ServerCapabilities::builder().enable_tools().enable_resources().enable_prompts().build();
        ServerConfig::new(capabilities)
            .with_server_info(Implementation::new("gamebuilder", env!("CARGO_PKG_VERSION")).with_title("gamebuilder"))
            .with_instructions(INSTRUCTIONS)
    }

    async fn list_tools(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListToolsResult, ErrorData> {
        let asks_model = self.server.host.model_name().is_some();
        Ok(ListToolsResult::with_all_items(tools::ALL.iter().map(|one| tool(one, asks_model)).collect()))
    }

    async fn call_tool(
        &self,
        request: CallToolRequestParams,
        context: RequestContext<RoleServer>,
    ) -> Result<CallToolResponse, ErrorData> {
        let Some(tool) = tools::find(&request.name) else {
            return Err(ErrorData::invalid_params(format!("there is no tool {:?}", request.name), None));
        };
        let progress = PeerProgress { token: context.meta.get_progress_token(), peer: context.peer.clone() };
        let call = (tool.call)(&self.server, request.arguments.unwrap_or_default(), &progress);
        let answered = tokio::select! {
            answered = call => answered,
            // Nobody waits any more. Work in the background goes on.
            () = context.ct.cancelled() => Err(ToolError::new("interrupted", "the call was cancelled")),
        };
        let result = match answered {
            Ok(value) => CallToolResult::structured(answer::bounded(value)),
            Err(error) => CallToolResult::structured_error(answer::bounded(json!({ "error": error.to_json() }))),
        };
        Ok(result.into())
    }

    async fn list_resources(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourcesResult, ErrorData> {
        let listed = resources::list(&self.server).await.map_err(|error| refused(&error))?;
        let of = |one: resources::Listed| {
            Resource::new(one.uri, one.name).with_description(one.description).with_mime_type(one.mime)
        };
        Ok(ListResourcesResult::with_all_items(listed.into_iter().map(of).collect()))
    }

    async fn list_resource_templates(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListResourceTemplatesResult, ErrorData> {
        let of = |one: resources::Listed| {
            ResourceTemplate::new(one.uri, one.name).with_description(one.description).with_mime_type(one.mime)
        };
        Ok(ListResourceTemplatesResult::with_all_items(resources::templates().into_iter().map(of).collect()))
    }

    async fn read_resource(
        &self,
        request: ReadResourceRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<ReadResourceResponse, ErrorData> {
        let read = resources::read(&self.server, &request.uri).await.map_err(|error| refused(&error))?;
        let Some((text, mime)) = read else {
            return Err(ErrorData::resource_not_found(format!("there is no resource {:?}", request.uri), None));
        };
        let contents = ResourceContents::text(text, request.uri).with_mime_type(mime);
        Ok(ReadResourceResult::new(vec![contents]).into())
    }

    async fn list_prompts(
        &self,
        _: Option<PaginatedRequestParams>,
        _: RequestContext<RoleServer>,
    ) -> Result<ListPromptsResult, ErrorData> {
        let of = |one: &prompts::Prompt| {
            let argument = |given: &prompts::Argument| {
                PromptArgument::new(given.name).with_description(given.description).with_required(true)
            };
            let arguments = one.arguments.iter().map(argument).collect();
            rmcp::model::Prompt::new(one.name, Some(one.description), Some(arguments))
        };
        Ok(ListPromptsResult::with_all_items(prompts::ALL.iter().map(of).collect()))
    }

    async fn get_prompt(
        &self,
        request: GetPromptRequestParams,
        _: RequestContext<RoleServer>,
    ) -> Result<GetPromptResponse, ErrorData> {
        let arguments: serde_json::Map<String, Value> = request.arguments.unwrap_or_default();
        let text = prompts::render(&self.server, &request.name, &arguments).await.map_err(|error| refused(&error))?;
        let Some(text) = text else {
            return Err(ErrorData::invalid_params(format!("there is no prompt {:?}", request.name), None));
        };
        let message = PromptMessage::new(Role::User, ContentBlock::text(text));
        Ok(GetPromptResult::new(vec![message]).into())
    }
}
