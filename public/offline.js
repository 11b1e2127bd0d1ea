/* Of public/offline.html: the theme, what concerns people in a queue, and the
   page itself again as soon as the server answers. */
(function () {
  var AGAIN_MS = 5000;
  var chosen = null;
  try {
    chosen = localStorage.getItem("yourturn.theme");
  } catch {
    // Storage is refused: follow the system.
  }
  var dark =
    chosen === "dark" ||
    (chosen !== "light" && matchMedia("(prefers-color-scheme: dark)").matches);
  document.documentElement.dataset.theme = dark ? "dark" : "light";

  var isJoin = /^\/join\/?$/.test(location.pathname);
  document.getElementById("place").hidden = !isJoin;
  var tried = document.getElementById("tried");

  function say() {
    var time = new Date().toLocaleTimeString("en", {
      hour: "2-digit",
      minute: "2-digit",
      hourCycle: "h23",
    });
    tried.textContent = "No connection as of " + time + ".";
  }

  /** Reloads where the server answers: without it that would only show this page anew. */
  function load() {
    return fetch("/", { method: "HEAD", cache: "no-store" }).then(function () {
      location.reload();
    }, say);
  }

  function wait() {
    setTimeout(function () {
      if (document.visibilityState === "hidden") wait();
      else void load().then(wait);
    }, AGAIN_MS);
  }

  document.querySelector("button").addEventListener("click", load);
  addEventListener("online", load);
  document.addEventListener("visibilitychange", function () {
    if (document.visibilityState === "visible") void load();
  });
  say();
  wait();
})();
