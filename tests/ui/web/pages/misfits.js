/** Finds labels that are cut or stick out, options that their field cannot show, and words broken in two. */
() => {
    const labels = "h1, h2, h3, button, .button, label, .choice span, legend, summary, th, dt, .site-nav a, .brand, .analysis-title p";
    const problems = [];

    const isSeen = (node) => node.checkVisibility() && node.getClientRects().length > 0
        && !node.closest(".for-ears, [aria-hidden]") && getComputedStyle(node).clipPath === "none";
    const seen = (selector) => [...document.querySelectorAll(selector)].filter(isSeen);
    const name = (node) => `${node.tagName} ${node.id || node.className} "${node.textContent.trim().slice(0, 40)}"`;

    const pen = document.createElement("canvas").getContext("2d");
    for (const select of seen("select")) {
        const style = getComputedStyle(select);
        pen.font = style.font;
        const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
        for (const { textContent: text } of select.options) {
            const { width } = pen.measureText(text);
            if (width > room + 1) problems.push(`select ${select.id} has ${room} pixels and "${text}" needs ${width}`);
        }
    }

    for (const node of seen(labels)) {
        const isBox = getComputedStyle(node).display !== "inline" && node.clientWidth > 0;
        if (isBox && node.scrollWidth > node.clientWidth + 1) problems.push(`${name(node)} is cut`);
        let scroller = node.parentElement;
        while (scroller && !/auto|scroll/.test(getComputedStyle(scroller).overflowX)) scroller = scroller.parentElement;
        if (!scroller && node.getBoundingClientRect().right > innerWidth + 1) problems.push(`${name(node)} sticks out`);
    }

    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const range = document.createRange();
    while (texts.nextNode()) {
        const text = texts.currentNode;
        if (!text.parentElement.closest(`${labels}, .game-card, td, p`) || !isSeen(text.parentElement)) continue;
        for (const { index, 0: word } of text.data.matchAll(/\p{L}+/gu)) {
            range.setStart(text, index);
            range.setEnd(text, index + word.length);
            const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top)));
            if (lines.size > 1) problems.push(`"${word}" is broken`);
        }
    }
    return problems;
}
