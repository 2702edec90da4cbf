// Shows of the attempts only those that are chosen. What is chosen stands in the page's address, so it can be linked.
'use strict';
(() => {
    const form = document.getElementById('filter');
    if (!form) return;
    const rows = [...document.querySelectorAll('#rows > tbody > tr')];
    const count = document.getElementById('count');
    const names = ['engine', 'subset', 'status', 'text'];
    const texts = new Map();
    form.hidden = false;

    const contains = (row, text) => {
        if (!texts.has(row)) texts.set(row, row.textContent.toLowerCase());
        return texts.get(row).includes(text);
    };

    function show() {
        const chosen = names.slice(0, 3).filter(name => form.elements[name].value);
        const text = form.elements.text.value.trim().toLowerCase();
        let shown = 0;
        for (const row of rows) {
            const fits = chosen.every(name => row.dataset[name] === form.elements[name].value) && (!text || contains(row, text));
            row.hidden = !fits;
            shown += fits;
        }
        const all = `${rows.length} ${rows.length === 1 ? 'attempt' : 'attempts'}`;
        count.textContent = shown === rows.length ? all : `${shown} of ${all}`;
    }

    function remember() {
        const chosen = new URLSearchParams(names.map(name => [name, form.elements[name].value]).filter(([, value]) => value));
        history.replaceState(null, '', `#${chosen.size ? chosen : 'attempts'}`);
    }

    function recall() {
        const chosen = new URLSearchParams(location.hash.slice(1));
        if (!names.some(name => chosen.has(name))) return;
        for (const name of names) form.elements[name].value = chosen.get(name) ?? '';
        show();
        document.getElementById('attempts').scrollIntoView();
    }

    form.addEventListener('input', () => { show(); remember(); });
    form.addEventListener('reset', () => setTimeout(() => { show(); remember(); }));
    form.addEventListener('submit', event => event.preventDefault());
    addEventListener('hashchange', recall);
    recall();
})();
