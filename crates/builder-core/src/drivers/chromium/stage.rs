use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use async_trait::async_trait;
use base64::{Engine, engine::general_purpose::STANDARD};
use chromiumoxide::{
    Browser,
    cdp::{
        browser_protocol::{
            page::{CaptureScreenshotParams, NavigateParams},
            system_info::GetProcessInfoParams,
        },
        js_protocol::runtime::{self, EvaluateParams},
    },
    error::CdpError,
};
use futures_util::{FutureExt, StreamExt};
use serde::Deserialize;

use super::{
    ChromiumOptions, ChromiumTester,
    error_place::{file_of, message_of, place_in},
    seat::{Idle, Seat, lost},
    serve::ORIGIN,
};
use crate::{
    game::GameFolder,
    ports::{Fault, Incident, Input, Moment, Stage, Step, World},
};

/// One page with one game in a context of its own.
pub(super) struct ChromiumStage {
    seat: Seat,
    browser: Arc<Browser>,
    idle: Idle,
    options: ChromiumOptions,
    world: World,
    hung_at_load: bool,
    hung: bool,
    reloads: u32,
    base_ms: f64,
    last_ms: f64,
    seen_errors: u64,
    told_errors: u64,
    pending: Vec<Incident>,
    touching: bool,
    last_point: (f64, f64),
    pressed: bool,
}

enum Answer {
    Said(Option<String>),
    Hung,
    Gone,
}

impl ChromiumStage {
    pub(super) async fn open(tester: &ChromiumTester, game: &GameFolder, world: &World) -> Result<Self, Fault> {
        let seat = Seat::take(tester, game, world).await?;
        let mut stage = Self {
            seat,
            browser: tester.browser().clone(),
            idle: tester.idle_seats().clone(),
            options: tester.options().clone(),
            world: world.clone(),
            hung_at_load: false,
            hung: false,
            reloads: 0,
            base_ms: 0.0,
            last_ms: 0.0,
            seen_errors: 0,
            told_errors: 0,
            pending: Vec::new(),
            touching: false,
            last_point: (0.0, 0.0),
            pressed: false,
        };
        stage.navigate().await?;
        Ok(stage)
    }

    async fn navigate(&mut self) -> Result<(), Fault> {
        let start = self.renderer_cpu().await?;
        // The answer may come only when the page's scripts have run, so nobody waits for it: the load event tells.
        let page = self.seat.page.clone();
        tokio::spawn(async move { page.execute(NavigateParams::new(format!("{ORIGIN}/index.html"))).await.is_ok() });
        self.wait_for_load(start).await
    }

    /// Waits for the load event. A page that burns its processor instead is hanging; one that merely waits is not.
    async fn wait_for_load(&mut self, cpu_before: f64) -> Result<(), Fault> {
        let began = Instant::now();
        loop {
            if self.seat.crashes.next().now_or_never().flatten().is_some() {
                return Err(Fault::new("browser-lost", "the page crashed while loading"));
            }
            match tokio::time::timeout(Duration::from_secs(2), self.seat.loads.next()).await {
                Ok(Some(_)) => return Ok(()),
                Ok(None) => return Err(Fault::new("browser-lost", "the page went away while loading")),
                Err(_) => {
                    if self.renderer_cpu().await? - cpu_before >= self.options.hang_cpu.as_secs_f64() {
                        let _ = self.seat.page.execute(runtime::TerminateExecutionParams::default()).await;
                        self.hung_at_load = true;
                        self.hung = true;
                        return Ok(());
                    }
                    if began.elapsed() >= self.options.give_up {
                        return Err(Fault::new("browser-lost", "the page did not finish loading"));
                    }
                }
            }
        }
    }

    /// Processor seconds that renderers have used.
    async fn renderer_cpu(&self) -> Result<f64, Fault> {
        // Only the browser itself answers this, a page does not.
        let call = self.browser.execute(GetProcessInfoParams::default());
        match tokio::time::timeout(self.options.operation_timeout, call).await {
            Ok(Ok(answer)) => Ok(answer
                .result
                .process_info
                .iter()
                .filter(|process| process.r#type == "renderer")
                .map(|process| process.cpu_time)
                .sum()),
            // Not every browser tells; then only the wall clock is left, which never accuses.
            Ok(Err(_)) => Ok(0.0),
            Err(_) => Err(Fault::new("browser-lost", "the browser stopped answering")),
        }
    }

    async fn evaluate(&mut self, expression: String) -> Result<Answer, Fault> {
        let mut params = EvaluateParams::new(expression);
        params.await_promise = Some(true);
        params.return_by_value = Some(true);
        let page = self.seat.page.clone();
        let mut call = std::pin::pin!(page.execute(params));
        let began = Instant::now();
        let mut cpu_before = None;
        loop {
            match tokio::time::timeout(Duration::from_secs(2), &mut call).await {
                Ok(Ok(answer)) => {
                    if answer.result.exception_details.is_some() {
                        return Ok(Answer::Gone);
                    }
                    let value = answer.result.result.value.clone();
                    return Ok(Answer::Said(value.and_then(|value| value.as_str().map(str::to_owned))));
                }
                Ok(Err(CdpError::Chrome(_))) => return Ok(Answer::Gone),
                Ok(Err(error)) => return Err(lost(error)),
                Err(_) => {}
            }
            if self.seat.crashes.next().now_or_never().flatten().is_some() {
                return Err(Fault::new("browser-lost", "the page crashed"));
            }
            let cpu = self.renderer_cpu().await?;
            let before = *cpu_before.get_or_insert(cpu);
            if cpu - before >= self.options.hang_cpu.as_secs_f64() {
                let _ = page.execute(runtime::TerminateExecutionParams::default()).await;
                let _ = tokio::time::timeout(self.options.operation_timeout, &mut call).await;
                return Ok(Answer::Hung);
            }
            if began.elapsed() >= self.options.give_up {
                return Err(Fault::new("browser-lost", "the page stopped answering"));
            }
        }
    }

    /// Asks the page for a text, waiting for a promise of one.
    pub(super) async fn ask(&mut self, expression: &str) -> Result<Option<String>, Fault> {
        match self.evaluate(expression.to_owned()).await? {
            Answer::Said(text) => Ok(text),
            Answer::Hung | Answer::Gone => Ok(None),
        }
    }

    async fn call(&mut self, call: &str) -> Result<Answer, Fault> {
        let expression = format!("{}.{call}", self.world.handle);
        self.evaluate(expression).await
    }

    /// Gives the page back for the next play of the same game; one that hangs is ended.
    pub(super) async fn end(self: Box<Self>) {
        if self.hung {
            self.seat.end(self.options.operation_timeout).await;
        } else {
            self.idle.lock().unwrap_or_else(PoisonError::into_inner).push(self.seat);
        }
    }

    /// What the debugger told of errors so far.
    fn drain_errors(&mut self) {
        while let Some(Some(event)) = self.seat.errors.next().now_or_never() {
            let details = &event.exception_details;
            let stack = details.exception.as_ref().and_then(|error| error.description.clone()).unwrap_or_default();
            let said = if stack.is_empty() { details.text.clone() } else { stack.clone() };
            let rejected = details.text.contains("(in promise)");
            let top = details.stack_trace.as_ref().and_then(|trace| {
                trace
                    .call_frames
                    .iter()
                    .find(|frame| frame.url.starts_with(ORIGIN))
                    .map(|frame| (file_of(&frame.url), to_line(frame.line_number), to_line(frame.column_number)))
            });
            let own = details
                .url
                .as_ref()
                .filter(|url| url.starts_with(ORIGIN))
                .map(|url| (file_of(url), to_line(details.line_number), to_line(details.column_number)));
            let place = top.or(own).or_else(|| place_in(&stack));
            let message = message_of(&said);
            self.pending.push(Incident {
                kind: if rejected { "rejection" } else { "error" }.to_owned(),
                name: message.split(':').next().unwrap_or_default().to_owned(),
                text: message,
                ms: self.last_ms,
                context: if self.told_errors == 0 && self.last_ms == 0.0 { "load" } else { "input" }.to_owned(),
                file: place.as_ref().map(|place| place.0.clone()),
                line: place.as_ref().map(|place| place.1),
                column: place.as_ref().map(|place| place.2),
                ..Incident::default()
            });
            if !rejected {
                self.told_errors += 1;
            }
        }
    }

    /// Whether the game asked for another page since the last look; the same page again is a reload.
    async fn follow_navigation(&mut self) -> Result<(), Fault> {
        let mut reload = false;
        while let Some(Some(event)) = self.seat.navigations.next().now_or_never() {
            let same = event.url.split('#').next().unwrap_or_default().split('?').next()
                == Some(&format!("{ORIGIN}/index.html"));
            if same || event.url.trim_end_matches('/') == ORIGIN {
                reload = true;
            } else {
                self.pending.push(Incident {
                    kind: "navigation".into(),
                    text: event.url.clone(),
                    ms: self.last_ms,
                    ..Incident::default()
                });
            }
        }
        if reload && self.reloads < 20 {
            self.reloads += 1;
            let cpu = self.renderer_cpu().await?;
            self.wait_for_load(cpu).await?;
            self.base_ms = self.last_ms;
            self.seen_errors = 0;
            self.told_errors = 0;
            self.pending.push(Incident { kind: "reload".into(), ms: self.last_ms, ..Incident::default() });
        }
        Ok(())
    }

    async fn read(&mut self, answer: Answer) -> Result<Moment, Fault> {
        let mut moment = match answer {
            Answer::Said(Some(text)) => serde_json::from_str::<Moment>(&text)
                .map_err(|error| Fault::new("browser-lost", format!("the page answered nonsense: {error}")))?,
            Answer::Hung => {
                let stuck = self.ask(&format!("String({}.stuck())", self.world.handle)).await?;
                let stuck = stuck.and_then(|text| text.parse::<f64>().ok()).unwrap_or(f64::MAX);
                // Many slow frames are not one that never ends.
                if stuck * 1.5 >= self.options.hang_cpu.as_secs_f64() * 1000.0 {
                    self.hung = true;
                    Moment { hung: true, ms: self.last_ms - self.base_ms, ..Moment::default() }
                } else {
                    let text = self.ask(&format!("{}.look(true)", self.world.handle)).await?.unwrap_or_default();
                    serde_json::from_str(&text)
                        .map_err(|error| Fault::new("browser-lost", format!("the page is too slow: {error}")))?
                }
            }
            Answer::Said(None) | Answer::Gone => Moment { ms: self.last_ms - self.base_ms, ..Moment::default() },
        };
        moment.ms += self.base_ms;
        self.last_ms = moment.ms;
        let mut own = 0;
        for incident in &mut moment.incidents {
            incident.ms += self.base_ms;
            if incident.kind == "error" {
                own += 1;
                if let Some((file, line, column)) = place_in(&incident.text) {
                    incident.file = Some(file);
                    incident.line = Some(line);
                    incident.column = Some(column);
                }
                incident.text = message_of(&incident.text);
            }
        }
        // The page counts errors of listeners, the debugger describes them a moment later.
        self.seen_errors += own;
        for _ in 0..20 {
            self.drain_errors();
            if self.seen_errors + self.told_errors >= moment.counts.error {
                break;
            }
            self.ask("''").await?;
        }
        moment.incidents.append(&mut self.pending);
        moment.hung |= self.hung;
        Ok(moment)
    }

    async fn mouse(&mut self, kind: MouseKind, x: f64, y: f64) -> Result<(), Fault> {
        use chromiumoxide::cdp::browser_protocol::input::{
            DispatchMouseEventParams, DispatchMouseEventType, MouseButton,
        };
        let (event, pressed) = match kind {
            MouseKind::Move => (DispatchMouseEventType::MouseMoved, false),
            MouseKind::Press => (DispatchMouseEventType::MousePressed, true),
            MouseKind::Release => (DispatchMouseEventType::MouseReleased, true),
        };
        let mut params = DispatchMouseEventParams::new(event, x, y);
        if pressed {
            params.button = Some(MouseButton::Left);
            params.click_count = Some(1);
        }
        self.pressed = match kind {
            MouseKind::Press => true,
            MouseKind::Release => false,
            MouseKind::Move => self.pressed,
        };
        if self.pressed {
            params.buttons = Some(1);
            params.button = Some(MouseButton::Left);
        }
        self.send(params).await
    }

    async fn send<C>(&mut self, command: C) -> Result<(), Fault>
    where
        C: chromiumoxide::types::Command + std::fmt::Debug + Send + 'static,
    {
        match tokio::time::timeout(self.options.hang_cpu * 2, self.seat.page.execute(command)).await {
            Ok(Ok(_)) => Ok(()),
            Ok(Err(CdpError::Chrome(_))) => Ok(()),
            Ok(Err(error)) => Err(lost(error)),
            // A listener that does not return keeps the event from being answered.
            Err(_) => {
                let _ = self.seat.page.execute(runtime::TerminateExecutionParams::default()).await;
                self.hung = true;
                Ok(())
            }
        }
    }

    async fn key(&mut self, code: &str, down: bool, repeat: bool, capital: bool) -> Result<(), Fault> {
        use chromiumoxide::cdp::browser_protocol::input::{DispatchKeyEventParams, DispatchKeyEventType};
        let Some(key) = super::keys::key(code, capital) else { return Ok(()) };
        let kind = match (down, &key.text) {
            (true, Some(_)) => DispatchKeyEventType::KeyDown,
            (true, None) => DispatchKeyEventType::RawKeyDown,
            (false, _) => DispatchKeyEventType::KeyUp,
        };
        let mut params = DispatchKeyEventParams::new(kind);
        params.code = Some(code.to_owned());
        params.key = Some(key.key);
        params.windows_virtual_key_code = Some(key.key_code);
        params.native_virtual_key_code = Some(key.key_code);
        params.auto_repeat = Some(repeat);
        params.is_keypad = Some(key.keypad);
        if down {
            params.text = key.text;
        }
        self.send(params).await
    }

    async fn touch(&mut self, point: Option<(f64, f64)>) -> Result<(), Fault> {
        use chromiumoxide::cdp::browser_protocol::input::{
            DispatchTouchEventParams, DispatchTouchEventType, TouchPoint,
        };
        let (kind, points) = match point {
            Some((x, y)) => (DispatchTouchEventType::TouchStart, vec![TouchPoint::new(x, y)]),
            None => (DispatchTouchEventType::TouchEnd, Vec::new()),
        };
        self.send(DispatchTouchEventParams::new(kind, points)).await
    }
}

enum MouseKind {
    Move,
    Press,
    Release,
}

/// The debugger counts from 0, people from 1.
fn to_line(number: i64) -> u32 {
    u32::try_from(number.saturating_add(1)).unwrap_or(u32::MAX)
}

#[derive(Deserialize)]
struct Colours(Vec<u32>);

#[async_trait]
impl Stage for ChromiumStage {
    async fn loaded(&mut self) -> Result<Moment, Fault> {
        if self.hung_at_load {
            return Ok(Moment { hung: true, ..Moment::default() });
        }
        let answer = self.call("look(true)").await?;
        if !matches!(answer, Answer::Said(Some(_))) {
            return Err(Fault::new("browser-lost", "the judge's own script did not start in the page"));
        }
        let mut moment = self.read(answer).await?;
        // Errors that were never counted inside, such as a script that does not parse.
        self.ask("''").await?;
        self.drain_errors();
        moment.incidents.append(&mut self.pending);
        Ok(moment)
    }

    async fn step(&mut self, step: Step) -> Result<Moment, Fault> {
        if self.hung {
            return Ok(Moment { hung: true, ms: self.last_ms, ..Moment::default() });
        }
        let look = if step.look && step.glance { "2".to_owned() } else { step.look.to_string() };
        let call = format!("step({}, {}, {}, {look}, {})", step.frames, step.hz, step.every, step.watch);
        let answer = self.call(&call).await?;
        let gone = matches!(answer, Answer::Gone);
        let moment = self.read(answer).await?;
        self.follow_navigation().await?;
        if gone {
            // The page was loaded anew while it ran: let the new one go on for as long.
            let again = self.call(&call).await?;
            let mut fresh = self.read(again).await?;
            fresh.incidents.splice(0..0, moment.incidents);
            return Ok(fresh);
        }
        Ok(moment)
    }

    async fn input(&mut self, inputs: &[Input]) -> Result<(), Fault> {
        if self.hung {
            return Ok(());
        }
        for input in inputs {
            match input {
                Input::KeyDown { code, repeat, capital } => self.key(code, true, *repeat, *capital).await?,
                Input::KeyUp { code, capital } => self.key(code, false, false, *capital).await?,
                Input::Move { x, y } => {
                    self.last_point = (*x, *y);
                    self.mouse(MouseKind::Move, *x, *y).await?;
                }
                Input::Press { x, y } => {
                    if self.last_point != (*x, *y) {
                        self.mouse(MouseKind::Move, *x, *y).await?;
                        self.last_point = (*x, *y);
                    }
                    self.mouse(MouseKind::Press, *x, *y).await?;
                }
                Input::Release { x, y } => self.mouse(MouseKind::Release, *x, *y).await?,
                Input::Touch { x, y } => {
                    self.touching = true;
                    self.touch(Some((*x, *y))).await?;
                }
                Input::Lift => {
                    if std::mem::take(&mut self.touching) {
                        self.touch(None).await?;
                    }
                }
                Input::Focus { on } => {
                    self.call(&format!("focus({on})")).await?;
                }
                Input::Hide { on } => {
                    self.call(&format!("hide({on})")).await?;
                }
                Input::Skip { ms } => {
                    self.call(&format!("skip({ms})")).await?;
                }
                Input::Unfocus => {
                    self.call("unfocus()").await?;
                }
                Input::DropRepeatedListeners => {
                    self.call("dropDoubles()").await?;
                }
            }
        }
        // One more round trip where a game may load its page anew: what that set off has been told by then.
        let may_leave = inputs.iter().any(|input| match input {
            Input::KeyDown { code, .. } => matches!(code.as_str(), "Enter" | "Space" | "KeyR" | "NumpadEnter"),
            Input::Release { .. } | Input::Lift => true,
            _ => false,
        });
        if may_leave {
            self.ask("''").await?;
            self.follow_navigation().await?;
        }
        Ok(())
    }

    async fn colours(&mut self) -> Result<Vec<u32>, Fault> {
        if self.hung {
            return Ok(Vec::new());
        }
        let text = self.ask(&format!("{}.colours()", self.world.handle)).await?.unwrap_or_default();
        Ok(serde_json::from_str::<Colours>(&text).map(|colours| colours.0).unwrap_or_default())
    }

    async fn screenshot(&mut self) -> Result<Vec<u8>, Fault> {
        let shot = self.seat.page.execute(CaptureScreenshotParams::default());
        match tokio::time::timeout(self.options.operation_timeout, shot).await {
            Ok(Ok(answer)) => {
                let text: String = answer.result.data.clone().into();
                STANDARD.decode(text).map_err(|error| Fault::new("browser-lost", error.to_string()))
            }
            Ok(Err(error)) => Err(lost(error)),
            Err(_) => Err(Fault::new("browser-lost", "the page gave no picture")),
        }
    }

    async fn close(mut self: Box<Self>) -> Result<Vec<Incident>, Fault> {
        if !self.hung {
            self.ask("''").await?;
        }
        self.drain_errors();
        let mut late = std::mem::take(&mut self.pending);
        late.append(&mut self.seat.refused.lock().unwrap_or_else(PoisonError::into_inner));
        // Requests arrive on ways of their own, so their order says nothing.
        late.sort_by(|a, b| (&a.kind, &a.text).cmp(&(&b.kind, &b.text)));
        late.dedup_by(|a, b| (&a.kind, &a.text) == (&b.kind, &b.text));
        self.end().await;
        Ok(late)
    }
}
