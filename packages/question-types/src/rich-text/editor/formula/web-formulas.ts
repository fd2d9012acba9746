/** TeX as some pages carry it: in a group that only says how large. */
const plainTex = (tex: string): string =>
  tex
    .trim()
    .replace(/^\{\\displaystyle\s+([\s\S]*)\}$/, '$1')
    .trim()

/** Alternative text that is words, not something to go on typing with. */
const isTyped = (text: string) => /[\\^_]/.test(text)

/** What stands around a formula, made of letters in their places or of a picture: its MathML alone says it once. */
const wholes = '.katex, mjx-container, [class^="MathJax"], .mwe-math-element'

const keepOnce = (math: Element): void => {
  const tex = math.querySelector('annotation[encoding="application/x-tex"]')?.textContent ?? math.getAttribute('alttext') ?? ''
  for (const annotation of math.querySelectorAll('annotation, annotation-xml')) annotation.remove()
  if (isTyped(tex)) math.setAttribute('alttext', plainTex(tex))
  else math.removeAttribute('alttext')
  let whole = math.closest(wholes)
  for (let outer = whole; outer; outer = outer.parentElement?.closest(wholes) ?? null) whole = outer
  whole?.replaceWith(math)
}

/**
 * HTML of the web with each formula once, as MathML with the TeX that was typed for it, and whether one had none: what programs that draw
 * formulas put beside it are the same letters again, without their places.
 */
export const withWebFormulas = (html: string): { readonly html: string; readonly isLost: boolean } => {
  const own = html.replace(/<(\/?)mml:/gi, '<$1')
  if (!/<math\b|katex|mathjax|mjx-|mwe-math/i.test(own)) return { html, isLost: false }
  // A document made by a parser runs no script and loads nothing.
  const { body } = new DOMParser().parseFromString(own, 'text/html')
  for (const drawn of body.querySelectorAll('[data-mathml]')) {
    const given = new DOMParser().parseFromString(drawn.getAttribute('data-mathml') ?? '', 'text/html').querySelector('math')
    if (given) drawn.replaceWith(given)
  }
  for (const math of body.querySelectorAll('math')) keepOnce(math)
  for (const idle of body.querySelectorAll('.MathJax_Preview')) idle.remove()
  return { html: body.innerHTML, isLost: body.querySelector(wholes) !== null }
}

/** Text that is nothing but a formula in MathML, as Word and LibreOffice Math can copy one. */
export const isMathMl = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?<(?:mml:)?math[\s>][\s\S]*<\/(?:mml:)?math>\s*$/i.test(text)
