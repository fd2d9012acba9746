/** Colours as a browser computed them. */
interface Looks {
  readonly color: string
  readonly background: string
}

/** A colour that can stand in a style, and nothing else. */
const colour = (value: string): string => (/^(#[\da-f]{3,8}|rgba?\([\d.,%\s/]+\))$/i.test(value) ? value : 'inherit')

/** What nothing in the frame may do: load, send, be led elsewhere. Styles of its own stay in it. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"

/** The page that shows HTML of a learner in its frame. The policy stands before anything that the learner wrote. */
export const framePage = (html: string, { color, background }: Looks): string =>
  [
    '<!doctype html><html dir="auto"><head><meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy" content="${policy}">`,
    // A link would lead the frame away from the answer: in another window, which the sandbox doesn't open, it leads nowhere.
    '<base target="_blank">',
    `<style>:root{color:${colour(color)};background:${colour(background)};color-scheme:inherit}`,
    'body{display:flow-root;margin:0;font:1.0625rem/1.6 Georgia,"Noto Serif",serif;overflow-wrap:anywhere}',
    'img,svg,video{max-inline-size:100%;block-size:auto}table{border-collapse:collapse}td,th{border:1px solid;padding:.25em .5em}',
    'pre{white-space:pre-wrap}a{color:inherit}</style></head><body>',
    html,
    '</body></html>',
  ].join('')
