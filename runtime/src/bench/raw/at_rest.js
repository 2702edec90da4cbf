(() => new Promise(resolve => {
  const rest = () => {
    const loaded = performance.now();
    const done = () => { clearTimeout(patience); resolve([location.href, performance.now() - loaded]); };
    const patience = setTimeout(done, 200);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}))()
