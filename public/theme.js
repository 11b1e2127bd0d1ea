/* Runs before the first paint, so it is a plain file in <head>: an inline script
   would need an exception in the content security policy.
   1. Light or dark: the person's own choice, else the system's (src/lib/theme.ts).
   2. Until the app draws, index.html shows that it is coming (src/app/first-sight.tsx).
   3. If the app's files cannot be loaded, say so instead of staying blank. */
(function () {
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
  document.documentElement.dataset.loading = "";

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
    // Without a connection a reload would end at the browser's own error page.
    function refresh() {
      fetch("/", { method: "HEAD", cache: "no-store" }).then(
        function () {
          location.reload();
        },
        function () {
          text.textContent =
            "There is still no connection. The page refreshes by itself when you are back online.";
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
})();
