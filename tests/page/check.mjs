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
    // A file without kernels is shown as such.
    const what = await page.$eval("#" + id, (one) => one.classList.contains("unit") ? ".unit" : ".detail");
    const shown = await page.$$eval(what + ":not([hidden])", (all) => all.map((one) => one.id));
    expect(shown.length === 1 && shown[0] === id, `${name}: ${id} is chosen, ${shown} is shown`);
  }
  // Of the architectures one is chosen that code is made for.
  const made = await page.$$eval("#architecture option:checked", (all) => all.every((one) => one.hasAttribute("data-asked")));
  expect(made, `${name}: an architecture is chosen that no code is made for`);
  await filter(page, name);
  await links(page, name);
  const linked = await page.$$eval(".unit:not([hidden]) a.n", (all) => all.length);
  if (!linked) return;
  // A click marks the lines that belong together, in both texts.
  const marked = () => page.$$eval(".l.on", (all) => all.map((one) => one.dataset.g + one.closest(".text").getAttribute("aria-labelledby")));
  await page.$eval(".unit:not([hidden]) .l[data-g]", (line) => line.click());
  const after = await marked();
  expect(new Set(after).size >= 2, `${name}: a click marks ${after}`);
  // The line that was clicked has the focus, and its text and the next one are in the window.
  const clicked = await page.evaluate(() => document.activeElement.closest(".l")?.classList.contains("on"));
  expect(clicked, `${name}: the arrows do not begin at the line that was clicked`);
  const outside = await out_of_window(page);
  expect(outside.length === 0, `${name}: a click leaves marked lines out of the window: ${outside}`);
  // By keys alone: into a text, to its second line, to the other text and its line.
  await page.focus(".unit:not([hidden]) .text");
  await page.keyboard.press("ArrowDown");
  const first = await page.evaluate(() => document.activeElement.closest(".l")?.id);
  await page.keyboard.press("Enter");
  const other = await page.evaluate(() => document.activeElement.closest(".l")?.id);
  expect(first && other && first !== other, `${name}: Enter leads from ${first} to ${other}`);
  await keys(page, name);
  // Another architecture changes every table.
  const last = await page.$eval("#architecture", (select) => select.options[select.options.length - 1].value);
  await page.select("#architecture", last);
  const rows = await page.$$eval("tr[data-arch]:not([hidden])", (all) => all.map((one) => one.dataset.arch));
  expect(rows.every((one) => one === last), `${name}: ${last} is chosen, rows of ${rows} are shown`);
}

// The filter leaves what has all of its words, and the list is whole again without them.
async function filter(page, name) {
  const all = (await page.$$(".entry")).length;
  const shown = () => page.$$eval("nav li:not([hidden]) .entry", (left) => left.filter((one) => !one.closest("section[hidden]")).map((one) => one.getAttribute("href")));
  const first = await page.$eval(".entry", (one) => [one.getAttribute("href"), (one.querySelector(".name") || one).textContent]).catch(() => undefined);
  if (!first) return;
  const type = (text) => page.$eval("#filter", (field, words) => {
    field.value = words;
    field.dispatchEvent(new Event("input"));
  }, text);
  await type(first[1].toUpperCase());
  expect((await shown()).includes(first[0]), `${name}: the filter ${first[1]} hides ${first[0]}`);
  await type("no such words");
  const none = await shown();
  expect(none.length === 0, `${name}: the filter leaves ${none}`);
  await type("");
  await page.select("#severity", "high");
  const high = await page.$$eval("nav li:not([hidden]) .entry", (left) => left.map((one) => one.dataset.severity));
  expect(high.every((one) => one === "high"), `${name}: costs that are ${high} are shown as high ones`);
  await page.select("#severity", "");
  expect((await shown()).length === all, `${name}: without a filter not all is shown`);
}

// The texts of which no marked line is in the window.
function out_of_window(page) {
  return page.$$eval(".unit:not([hidden]) .text", (all) => all.filter((text) => {
    const lines = Array.from(text.querySelectorAll(".l.on")).map((one) => one.getBoundingClientRect());
    return lines.length && !lines.some((one) => one.height && one.top >= 0 && one.bottom <= innerHeight);
  }).map((one) => one.getAttribute("aria-labelledby")));
}

// What a link of the tables leads to is in the window, and so is what the address says.
async function links(page, name) {
  const first = await page.$eval(".detail.kernel", (one) => one.id).catch(() => undefined);
  if (!first) return;
  await page.$eval(`.entry[href="#${first}"]`, (one) => one.click());
  const places = await page.$$(".detail:not([hidden]) li > a, .detail:not([hidden]) td > a");
  for (const place of places.slice(0, 3)) {
    await place.evaluate((one) => { one.scrollIntoView(); one.click(); });
    const seen = await page.evaluate(() => {
      const line = document.getElementById(location.hash.slice(1)).getBoundingClientRect();
      return line.height > 0 && line.top >= 0 && line.bottom <= innerHeight;
    });
    expect(seen, `${name}: a link of the tables leads out of the window`);
  }
  const last = await page.$$eval(".detail.kernel", (all) => all.at(-1).id);
  await page.evaluate((id) => new Promise((then) => {
    if (location.hash === "#" + id) return then();
    addEventListener("hashchange", () => setTimeout(then), { once: true });
    location.hash = id;
  }), last);
  const chosen = await page.$eval(".entry[aria-current]", (one) => {
    const at = one.getBoundingClientRect(), list = one.closest("nav").getBoundingClientRect();
    return [one.getAttribute("href"), at.top >= list.top - 1 && at.bottom <= list.bottom + 1];
  });
  expect(chosen[0] === "#" + last, `${name}: the address says ${last}, ${chosen[0]} is chosen`);
  expect(chosen[1], `${name}: the chosen entry is out of the list`);
}

// Enter goes through all texts, and arrows begin at the marked line.
async function keys(page, name) {
  const texts = await page.$$eval(".unit:not([hidden]) .text", (all) => all.filter((one) => one.querySelector(".l.on") && one.clientHeight).length);
  const met = new Set();
  for (let at = 0; at < texts; at += 1) {
    await page.keyboard.press("Enter");
    met.add(await page.evaluate(() => document.activeElement.closest(".text")?.getAttribute("aria-labelledby")));
  }
  expect(met.size === texts, `${name}: Enter reaches ${met.size} of ${texts} texts`);
  await page.$eval(".entry:last-of-type", (one) => one.click());
  const from = await page.$eval(".unit:not([hidden]) .text", (text) => {
    text.focus();
    return text.querySelector(".l.on")?.id;
  });
  if (!from) return;
  await page.keyboard.press("ArrowDown");
  const to = await page.evaluate(() => document.activeElement.closest(".l")?.id);
  expect(to === from, `${name}: the arrows begin at ${to}, ${from} is marked`);
}
