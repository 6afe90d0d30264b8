"use strict";
const search = document.getElementById("search"), count = document.getElementById("count"), verdict = document.getElementById("verdict");
const boxes = [...document.querySelectorAll("input[data-severity]")];
const findings = [...document.querySelectorAll("article")], rows = [...document.querySelectorAll("tbody.kernels tr")];
function filter() {
  const words = search.value.toLowerCase().split(/\s+/).filter(Boolean);
  const has = (element) => words.every((word) => element.textContent.toLowerCase().includes(word));
  const shown = new Set(boxes.filter((box) => box.checked).map((box) => box.dataset.severity));
  for (const finding of findings) finding.hidden = !(has(finding) && shown.has(finding.dataset.severity));
  for (const row of rows) row.hidden = !(has(row) && (!verdict.value || row.dataset.verdict === verdict.value));
  const kernels = `${rows.filter((row) => !row.hidden).length} of ${rows.length} kernels`;
  count.textContent = `${findings.filter((finding) => !finding.hidden).length} of ${findings.length} findings, ${kernels}`;
}
search.addEventListener("input", filter);
verdict.addEventListener("change", filter);
boxes.forEach((box) => box.addEventListener("change", filter));
document.getElementById("theme").addEventListener("click", () => {
  const root = document.documentElement, dark = matchMedia("(prefers-color-scheme: dark)").matches;
  const now = root.dataset.theme || (dark ? "dark" : "light");
  root.dataset.theme = now === "dark" ? "light" : "dark";
});
document.addEventListener("keydown", (event) => {
  if (event.target.matches("input, button, select") || event.ctrlKey || event.metaKey || event.altKey) return;
  if (event.key === "/") { event.preventDefault(); search.focus(); return; }
  const step = { j: 1, k: -1 }[event.key];
  const shown = findings.filter((finding) => !finding.hidden);
  if (!step || shown.length === 0) return;
  const at = shown.indexOf(document.activeElement);
  const next = shown[at < 0 ? (step > 0 ? 0 : shown.length - 1) : Math.min(Math.max(at + step, 0), shown.length - 1)];
  next.focus();
  next.scrollIntoView({ block: "start" });
});
filter();
