// Resolves with the page's address when the page has loaded and two frames have passed since: its load handlers have
// run then, and what they changed is on the screen. Where no frames are drawn, a fifth of a second stands for them.
(() => new Promise(resolve => {
  const rest = () => {
    const done = () => { clearTimeout(patience); resolve(location.href); };
    const patience = setTimeout(done, 200);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}))()
