"use strict";
(function () {
  const all = (selector, within) => Array.from((within || document).querySelectorAll(selector));
  const root = document.documentElement;

  // Colours: what was chosen last stays chosen, where the browser lets a file remember anything.
  const theme = document.getElementById("theme");
  const remembered = (value) => {
    try {
      if (value === undefined) return localStorage.getItem("romp-theme") || "";
      localStorage.setItem("romp-theme", value);
    } catch (refused) { /* a page without storage forgets it */ }
    return value || "";
  };
  const colour = (value) => {
    if (value) root.dataset.theme = value; else delete root.dataset.theme;
  };
  theme.value = remembered();
  colour(theme.value);
  theme.addEventListener("change", () => { remembered(theme.value); colour(theme.value); });

  // Lines that belong together.
  const group = (line) => all('[data-g="' + line.dataset.g + '"]', line.closest(".unit"));
  const pane = (line) => line.closest(".text");
  const isShown = (one) => !one.closest("[hidden]");
  // Brings a line into view within its text.
  const within = (line) => {
    const text = pane(line);
    if (!text || !isShown(text)) return;
    const box = text.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) {
      text.scrollTop += at.top - box.top - box.height / 3;
    }
  };
  // The same, and its text into the window.
  const show = (line) => {
    within(line);
    if (pane(line) && isShown(line)) pane(line).closest(".pane").scrollIntoView({ block: "nearest" });
  };
  // Marks what belongs to a line; the first such line of each text.
  const mark = (line) => {
    all(".l.on").forEach((one) => one.classList.remove("on"));
    const first = new Map();
    group(line).forEach((one) => {
      one.classList.add("on");
      if (!first.has(pane(one))) first.set(pane(one), one);
    });
    first.set(pane(line), line);
    return Array.from(first.values());
  };
  // Marks a line's group and shows it in all texts. The line's own text is the last one that comes into the window, so
  // that it is there, and those beside it as far as they have room.
  const follow = (line) => {
    mark(line).reverse().forEach((one) => { if (one !== line) show(one); });
    show(line);
  };

  // One architecture at a time. The machine code of another one shows what is marked.
  const architecture = document.getElementById("architecture");
  const choose = () => {
    all("[data-arch]").forEach((one) => { one.hidden = one.dataset.arch !== architecture.value; });
    all(".text").filter(isShown).forEach((text) => {
      const line = text.querySelector(".l.on");
      if (line) within(line);
    });
  };
  architecture.addEventListener("change", choose);
  choose();

  document.addEventListener("mouseover", (event) => {
    all(".l.over").forEach((one) => one.classList.remove("over"));
    const line = event.target.closest && event.target.closest(".l[data-g]");
    if (line) group(line).forEach((one) => one.classList.add("over"));
  });

  // A kernel, a function or a file is chosen: its tables are shown, and both texts show its beginning.
  const details = all(".detail"), entries = all(".entry"), units = all(".unit");
  const list = document.querySelector("nav");
  const current = (id) => entries.forEach((one) => {
    if (one.getAttribute("href") !== "#" + id) { one.removeAttribute("aria-current"); return; }
    one.setAttribute("aria-current", "true");
    const box = list.getBoundingClientRect(), at = one.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) list.scrollTop += at.top - box.top - box.height / 3;
  });
  const showUnit = (unit) => units.forEach((one) => { one.hidden = one !== unit; });
  // The texts show where it begins; where it is asked for, they come into the window.
  const select = (detail, bring) => {
    details.forEach((one) => { one.hidden = one !== detail; });
    showUnit(detail.closest(".unit"));
    current(detail.id);
    const [source, cuda] = [detail.dataset.source, detail.dataset.cuda]
      .map((id) => id && document.getElementById(id));
    all(".l.on").forEach((one) => one.classList.remove("on"));
    if (source && source.dataset.g) mark(source).forEach(within);
    [source, cuda].forEach((line) => { if (line) within(line); });
    if (bring && cuda) show(cuda);
    if (bring && source) show(source);
    if (bring && !source) detail.scrollIntoView({ block: "nearest" });
  };
  const selectUnit = (unit) => {
    details.forEach((one) => { one.hidden = true; });
    showUnit(unit);
    current(unit.id);
  };
  const go = (id, push) => {
    const to = id && document.getElementById(id);
    if (!to) return false;
    const unit = to.closest(".unit");
    if (to.classList.contains("detail")) select(to, true);
    else if (to === unit && unit.querySelector(".detail")) select(unit.querySelector(".detail"), true);
    else if (to === unit) selectUnit(unit);
    else if (unit && unit.hidden) showUnit(unit);
    if (to.classList.contains("l")) {
      if (to.dataset.g) follow(to);
      else show(to);
    }
    if (push) history.replaceState(null, "", "#" + id);
    return true;
  };
  const asked = () => decodeURIComponent(location.hash.slice(1));
  addEventListener("hashchange", () => go(asked(), false));
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]:not(.skip)');
    const line = event.target.closest && event.target.closest(".l[data-g]");
    if (line && (!link || link.classList.contains("n"))) {
      if (!String(getSelection())) {
        event.preventDefault();
        line.querySelector("a.n").focus({ preventScroll: true });
        follow(line);
      }
      return;
    }
    if (link && go(decodeURIComponent(link.hash.slice(1)), true)) event.preventDefault();
  });

  // The list has the entries of which the file, the name, the summary or the kinds of costs have each of the words, and
  // that have costs of this severity or more.
  const words = document.getElementById("filter"), severity = document.getElementById("severity");
  const levels = ["", "low", "medium", "high"];
  const narrow = () => {
    const asked = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    const least = levels.indexOf(severity.value);
    let shown = 0;
    all("section[data-file]", list).forEach((section) => {
      const found = all("li", section).filter((item) => {
        const entry = item.querySelector(".entry");
        const text = [section.dataset.file, entry.textContent, entry.dataset.kinds || ""].join(" ").toLowerCase();
        item.hidden = !asked.every((word) => text.includes(word)) ||
          levels.indexOf(entry.dataset.severity || "") < least;
        return !item.hidden;
      });
      section.hidden = !found.length;
      shown += found.length;
    });
    const matches = document.getElementById("matches");
    matches.textContent = asked.length || least ? shown + " of " + entries.length + " are shown" : "";
  };
  words.addEventListener("input", narrow);
  severity.addEventListener("change", narrow);

  // Keys in a text: one line with a link has the focus, arrows move it from there, or from the marked line; Enter goes
  // to the next text.
  all(".text").forEach((text) => {
    const links = all("a.n", text);
    const focus = (at) => {
      if (at < 0 || at >= links.length) return;
      links[at].focus({ preventScroll: true });
      const line = links[at].closest(".l");
      mark(line).forEach(within);
      show(line);
    };
    const next = (step) => {
      const active = links.indexOf(document.activeElement);
      if (active >= 0) return active + step;
      const marked = links.findIndex((link) => link.closest(".l").classList.contains("on"));
      if (marked >= 0) return marked;
      const top = text.getBoundingClientRect().top;
      return Math.max(0, links.findIndex((link) => link.getBoundingClientRect().top >= top));
    };
    text.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && links.length) {
        event.preventDefault();
        focus(next(step));
      } else if (event.key === "Home" && links.length) {
        event.preventDefault();
        focus(0);
      } else if (event.key === "End" && links.length) {
        event.preventDefault();
        focus(links.length - 1);
      } else if (event.key === "Enter" && event.target.classList.contains("n")) {
        event.preventDefault();
        const others = mark(event.target.closest(".l")).filter((one) => isShown(one));
        others.forEach(within);
        const texts = all(".text", text.closest(".unit")).filter((one) => others.some((line) => pane(line) === one));
        const after = texts[(texts.indexOf(text) + 1) % texts.length];
        const line = others.find((one) => pane(one) === after);
        const link = line && line.querySelector("a.n");
        if (link) {
          link.focus({ preventScroll: true });
          show(line);
        }
      } else if (event.key === "Escape") {
        text.focus();
      }
    });
  });

  // A kernel first: functions are what kernels call.
  const first = details.find((one) => one.classList.contains("kernel")) || details[0];
  if (first) select(first, false);
  else if (units.length) selectUnit(units[0]);
  // The browser has gone to the tables, where the list and the texts are out of sight.
  if (asked() && go(asked(), false)) {
    addEventListener("load", () => { scrollTo(0, 0); go(asked(), false); });
  }
})();
