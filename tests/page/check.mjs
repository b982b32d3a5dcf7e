// Opens pages of `report` and `diff` in a browser: they are valid HTML and accessible (axe), in light and dark colours and at a
// width of 500 pixels, lines lead to each other by click and by key, and a kernel that is chosen is the one that is
// shown; a kernel is chosen first, and panes are wide enough. Arguments: a folder for pictures, then pages.
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import path from "node:path";
const require = createRequire(path.join(process.env.PAGE_MODULES, "x.js"));
const puppeteer = require("puppeteer-core");
const { HtmlValidate } = require("html-validate");
const axe = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");

let failed = 0;
const expect = (condition, what) => {
  if (!condition) { failed += 1; console.error("FAILED: " + what); }
};

const [pictures, ...pages] = process.argv.slice(2);
const browser = await puppeteer.launch({ executablePath: process.env.PAGE_BROWSER, args: ["--no-sandbox"] });
const validator = new HtmlValidate({ extends: ["html-validate:standard"] });
for (const file of pages) {
  const name = path.basename(file, ".html");
  const verdict = await validator.validateString(readFileSync(file, "utf8"));
  for (const result of verdict.results) {
    for (const one of result.messages) expect(false, `${name}:${one.line}: ${one.ruleId}: ${one.message}`);
  }
  for (const [form, width, colours] of [["light", 1400, "light"], ["dark", 1400, "dark"], ["narrow", 500, "light"]]) {
    const page = await browser.newPage();
    const errors = [];
    page.on("pageerror", (error) => errors.push(error.message));
    page.on("request", (request) => expect(/^(file|data):/.test(request.url()), `${name} asks for ${request.url()}`));
    await page.setViewport({ width, height: 1000 });
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: colours }]);
    await page.goto("file://" + path.resolve(file));
    await page.screenshot({ path: path.join(pictures, `${name}-${form}.png`) });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(!wide, `${name} ${form}: the page is wider than the window`);
    await page.evaluate(axe);
    const found = await page.evaluate(() => axe.run());
    for (const one of found.violations) {
      expect(false, `${name} ${form}: ${one.id}: ${one.help}: ${one.nodes[0].html.slice(0, 160)}`);
    }
    if (form !== "dark") await behaviour(page, `${name} ${form}`);
    expect(errors.length === 0, `${name} ${form}: ${errors.join("; ")}`);
    await page.close();
  }
}
await browser.close();
console.log(failed ? `${failed} faults` : "pages are valid and accessible");
process.exit(failed ? 1 : 0);

async function behaviour(page, name) {
  // A kernel is chosen first where there is one.
  const kernels = await page.$$eval(".detail.kernel", (all) => all.length);
  const first_shown = await page.$$eval(".detail.kernel:not([hidden])", (all) => all.length);
  expect(!kernels || first_shown === 1, `${name}: no kernel is chosen first`);
  // Panes of many files stay wide enough to be read.
  const narrow = await page.$$eval(".unit:not([hidden]) .pane:not([hidden])", (all) => all.filter((one) => one.clientWidth < 280).length);
  expect(narrow === 0, `${name}: ${narrow} panes are narrow`);
  const entries = await page.$$(".entry");
  for (const entry of entries) {
    const id = await entry.evaluate((one) => one.getAttribute("href").slice(1));
    await entry.evaluate((one) => one.click());
    const shown = await page.$$eval(".detail:not([hidden])", (all) => all.map((one) => one.id));
    expect(shown.length === 1 && shown[0] === id, `${name}: ${id} is chosen, ${shown} is shown`);
  }
  const linked = await page.$$eval(".unit:not([hidden]) a.n", (all) => all.length);
  if (!linked) return;
  // A click marks the lines that belong together, in both texts.
  const marked = () => page.$$eval(".l.on", (all) => all.map((one) => one.dataset.g + one.closest(".text").getAttribute("aria-labelledby")));
  await page.$eval(".unit:not([hidden]) .l[data-g]", (line) => line.click());
  const after = await marked();
  expect(new Set(after).size >= 2, `${name}: a click marks ${after}`);
  // By keys alone: into a text, to its second line, to the other text and its line.
  await page.focus(".unit:not([hidden]) .text");
  await page.keyboard.press("ArrowDown");
  const first = await page.evaluate(() => document.activeElement.closest(".l")?.id);
  await page.keyboard.press("Enter");
  const other = await page.evaluate(() => document.activeElement.closest(".l")?.id);
  expect(first && other && first !== other, `${name}: Enter leads from ${first} to ${other}`);
  // Another architecture changes every table.
  const last = await page.$eval("#architecture", (select) => select.options[select.options.length - 1].value);
  await page.select("#architecture", last);
  const rows = await page.$$eval("tr[data-arch]:not([hidden])", (all) => all.map((one) => one.dataset.arch));
  expect(rows.every((one) => one === last), `${name}: ${last} is chosen, rows of ${rows} are shown`);
}
