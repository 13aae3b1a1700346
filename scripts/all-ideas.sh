#!/usr/bin/env bash
# Builds a game of every idea in crates/builder-core/tests/data/ideas.txt, one after another, and prints a table.
# usage: [ENGINE=none] [TOOL=PATH] [FROM=NUMBER] scripts/all-ideas.sh [SEED] [FOLDER]
set -u
cd "$(dirname "$0")/.."
seed=${1:-0}
folder=${2:-$(mktemp -d)}
tool="${TOOL:-${CARGO_TARGET_DIR:-target}/release/gamebuilder}"
[ -x "$tool" ] || { echo "build first: cargo build --release --workspace" >&2; exit 2; }
echo "| # | idea | title | genre | proven | warnings | seconds |"
echo "|---|---|---|---|---|---|---|"
number=0 failed=0
while IFS= read -r idea; do
  number=$((number + 1))
  [ "$number" -ge "${FROM:-1}" ] || continue
  began=$(date +%s.%N)
  events=$("$tool" --idea "$idea" --seed "$seed" --batch --json --engine "${ENGINE:-chromium}" --output "$folder" </dev/null 2>/dev/null)
  status=$?
  seconds=$(awk -v a="$began" -v b="$(date +%s.%N)" 'BEGIN { printf "%.1f", b - a }')
  printf '%s\n' "$events" | node -e '
    const [number, idea, seconds, status, folder] = process.argv.slice(1);
    const events = require("fs").readFileSync(0, "utf8").trim().split("\n").map(line => { try { return JSON.parse(line); } catch { return {}; } });
    const run = events[0].run_id;
    const read = name => { try { return JSON.parse(require("fs").readFileSync(`${folder}/${run}/${name}`, "utf8")); } catch { return {}; } };
    const plan = read("plan.json"), report = read("validation_report.json");
    const built = events.filter(e => e.event === "phase.completed" && e.phase === "building").map(e => (e.summary.split(", ")[1] || "").split(" ")[0]);
    const warnings = (report.findings || []).filter(f => f.severity === "warning").map(f => f.code);
    const cell = text => String(text ?? "").replace(/[|\n]/g, " ").slice(0, 60);
    console.log(`| ${number} | ${cell(idea)} | ${cell(plan.game_title)} | ${built.at(-1) ?? ""} | ${status !== "0" ? "FAILED (" + status + ")" : report.proven ? "yes" : "no"} | ${warnings.join(" ")} | ${seconds} |`);
  ' "$number" "$idea" "$seconds" "$status" "$folder"
  [ "$status" = 0 ] || failed=$((failed + 1))
done < crates/builder-core/tests/data/ideas.txt
echo
echo "$number ideas, $failed failed; folder $folder" >&2
[ "$failed" = 0 ]
