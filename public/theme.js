/* Runs before the first paint. A plain file in <head>: an inline script would need an exception in the content
   security policy.
   1. Sets light or dark: the user's choice, else the system's (toggle: src/lib/theme.ts).
   2. Opens the connection of a live page (build/pages.ts) while its scripts load (src/lib/server/convex-client.ts), and
      wakes Intl.
   3. Until the app renders, index.html shows a loading sign (src/app/first-sight.tsx).
   4. If the app's files cannot be loaded, shows an error instead of a blank page. */
(function () {
  var system = matchMedia("(prefers-color-scheme: dark)");

  function showTheme() {
    var chosen = null;
    try {
      chosen = localStorage.getItem("yourturn.theme");
    } catch {
      // Storage is refused: follow the system.
    }
    var dark = chosen === "dark" || (chosen !== "light" && system.matches);
    document.documentElement.dataset.theme = dark ? "dark" : "light";
  }
  showTheme();
  // The display has its own theme (src/features/display/controls.tsx).
  if (!/^\/display\/?$/.test(location.pathname)) {
    system.addEventListener("change", showTheme);
  }
  // "now": a return from a payment never begins with a blank page (product.md M8).
  document.documentElement.dataset.loading = /-success\/?$/.test(
    location.pathname,
  )
    ? "now"
    : "";

  /** The constructor for later sockets; the first one for that address is already open. */
  function openEarly(address) {
    var early = new WebSocket(address);
    window.LiveSocket = function (wanted) {
      var first = early;
      early = null;
      var isGood =
        first !== null &&
        first.url === wanted &&
        first.readyState <= WebSocket.OPEN;
      if (!isGood) return new WebSocket(wanted);
      // The caller adds its listeners only after this.
      if (first.readyState === WebSocket.OPEN) {
        queueMicrotask(function () {
          first.onopen(new Event("open"));
        });
      }
      return first;
    };
  }

  function showLoadingError() {
    var root = document.getElementById("root");
    if (!root || root.childElementCount > 0) return;
    delete document.documentElement.dataset.loading;
    var box = document.createElement("main");
    box.className = "loading-error";
    var title = document.createElement("h1");
    title.textContent = "App Loading Error";
    var text = document.createElement("p");
    text.textContent =
      "The page could not be loaded. Check your connection, then refresh.";
    var button = document.createElement("button");
    button.type = "button";
    button.textContent = "Refresh Page";
    // Without a connection a reload would show the browser's own error page.
    function refresh() {
      fetch("/", { method: "HEAD", cache: "no-store" }).then(
        function () {
          location.reload();
        },
        function () {
          text.textContent =
            "Still no connection. The page refreshes when you're back online.";
        },
      );
    }
    button.addEventListener("click", refresh);
    addEventListener("online", refresh);
    text.setAttribute("role", "alert");
    box.append(title, text, button);
    root.append(box);
  }
  addEventListener("yourturn:not-loaded", showLoadingError);
  addEventListener(
    "error",
    function (event) {
      if (event.target instanceof HTMLScriptElement) showLoadingError();
    },
    true,
  );

  var live = document.currentScript && document.currentScript.dataset.live;
  if (live) {
    openEarly(location.origin.replace("http", "ws") + live);
    // Its first use takes a slow phone a tenth of a second. After the first paint nobody waits for it.
    requestAnimationFrame(function () {
      setTimeout(function () {
        new Intl.DateTimeFormat().format();
        new Intl.NumberFormat().format(0);
      });
    });
  }
})();
