(() => new Promise(resolve => {
  const rest = () => {
    const done = () => { clearTimeout(patience); resolve(location.href); };
    const patience = setTimeout(done, 200);
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(done, 0)));
  };
  if (document.readyState === "complete") rest();
  else addEventListener("load", rest, { once: true });
}))()
