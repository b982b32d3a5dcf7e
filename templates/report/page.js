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

  // One architecture at a time.
  const architecture = document.getElementById("architecture");
  const choose = () => all("[data-arch]").forEach((one) => { one.hidden = one.dataset.arch !== architecture.value; });
  architecture.addEventListener("change", choose);
  choose();

  // Lines that belong together.
  const group = (line) => all('[data-g="' + line.dataset.g + '"]', line.closest(".unit"));
  const pane = (line) => line.closest(".text");
  const show = (line) => {
    const text = pane(line);
    if (!text) return;
    const box = text.getBoundingClientRect(), at = line.getBoundingClientRect();
    if (at.top < box.top || at.bottom > box.bottom) {
      text.scrollTop += at.top - box.top - box.height / 3;
    }
    // Of several files in a column one may be below the window.
    if (text.closest(".column")) text.scrollIntoView({ block: "nearest" });
  };
  const mark = (line) => {
    all(".l.on").forEach((one) => one.classList.remove("on"));
    const shown = new Set([pane(line)]);
    group(line).forEach((one) => {
      one.classList.add("on");
      if (!shown.has(pane(one))) { shown.add(pane(one)); show(one); }
    });
  };
  document.addEventListener("mouseover", (event) => {
    all(".l.over").forEach((one) => one.classList.remove("over"));
    const line = event.target.closest && event.target.closest(".l[data-g]");
    if (line) group(line).forEach((one) => one.classList.add("over"));
  });

  // A kernel or function is chosen: its tables are shown, and both texts show its beginning.
  const details = all(".detail"), entries = all(".entry");
  const select = (detail, scroll) => {
    details.forEach((one) => { one.hidden = one !== detail; });
    const unit = detail.closest(".unit");
    all(".unit").forEach((one) => { one.hidden = one !== unit; });
    entries.forEach((one) => {
      if (one.getAttribute("href") === "#" + detail.id) one.setAttribute("aria-current", "true");
      else one.removeAttribute("aria-current");
    });
    if (!scroll) return;
    [detail.dataset.source, detail.dataset.cuda].forEach((id) => {
      const line = id && document.getElementById(id);
      if (line) show(line);
      if (line && line.dataset.g && id === detail.dataset.source) mark(line);
    });
  };
  const go = (id, push) => {
    const to = document.getElementById(id);
    if (!to) return false;
    const unit = to.closest(".unit");
    if (unit && unit.hidden) all(".unit").forEach((one) => { one.hidden = one !== unit; });
    if (to.classList.contains("detail")) select(to, true);
    if (to.classList.contains("l")) {
      show(to);
      if (to.dataset.g) { mark(to); show(to); }
    }
    if (push) history.replaceState(null, "", "#" + id);
    return true;
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest && event.target.closest('a[href^="#"]:not(.skip)');
    const line = event.target.closest && event.target.closest(".l[data-g]");
    if (line && (!link || link.classList.contains("n"))) {
      if (!String(getSelection())) { event.preventDefault(); mark(line); }
      return;
    }
    if (link && go(decodeURIComponent(link.hash.slice(1)), true)) event.preventDefault();
  });

  // Keys in a text: one line with a link has the focus, arrows move it, Enter goes to the other text.
  all(".text").forEach((text) => {
    const links = all("a.n", text);
    let current = -1;
    const focus = (at) => {
      if (at < 0 || at >= links.length) return;
      current = at;
      links[at].focus({ preventScroll: true });
      show(links[at].closest(".l"));
      mark(links[at].closest(".l"));
    };
    links.forEach((link, at) => link.addEventListener("focus", () => { current = at; }));
    text.addEventListener("keydown", (event) => {
      const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
      if (step && links.length) {
        event.preventDefault();
        focus(current < 0 ? 0 : current + step);
      } else if (event.key === "Home" && links.length) {
        event.preventDefault();
        focus(0);
      } else if (event.key === "End" && links.length) {
        event.preventDefault();
        focus(links.length - 1);
      } else if (event.key === "Enter" && event.target.classList.contains("n")) {
        event.preventDefault();
        const line = event.target.closest(".l");
        mark(line);
        const other = group(line).find((one) => pane(one) !== text && !pane(one).closest("[hidden]"));
        const link = other && other.querySelector("a.n");
        if (link) link.focus({ preventScroll: true });
      } else if (event.key === "Escape") {
        text.focus();
      }
    });
  });

  const asked = decodeURIComponent(location.hash.slice(1));
  // A kernel first: functions are what kernels call.
  const first = details.find((one) => one.classList.contains("kernel")) || details[0];
  if (first) select(first, true);
  else all(".unit").forEach((one, at) => { one.hidden = at > 0; });
  // The browser has gone to the tables, where the list and the texts are out of sight.
  if (asked && go(asked, false)) addEventListener("load", () => scrollTo(0, 0));
})();
