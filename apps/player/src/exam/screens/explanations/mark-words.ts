import type { Explanation } from '@sitwell/exam/paper/explanations'
import { shortText } from '../question/short-text.ts'
import { onlySpokenAs, wordsOf } from './explanations-of.ts'

/** The looks of what is in a text. */
export interface Looks {
  /** Of a text with buttons in it. */
  readonly root: string
  readonly words: string
  readonly shown: string
  readonly beside: string
  readonly dotted: string
  readonly unheard: string
}

/** Words that are explained, and the button that opens what explains them. */
export interface PlacedWords {
  readonly explanation: Explanation
  readonly button: HTMLButtonElement
  readonly words: string
}

/** What is one control as a whole: another one in it would belong to its name, and be pressed with it. */
const wholes = 'label, button, [role="button"], [role="option"], [draggable="true"]'
/** What can't stand in a button, or has one of its own. */
const unfit =
  'a, img, audio, button, input, select, textarea, p, div, section, article, header, footer, address, blockquote, pre, hr, figure, ul, ol, dl, table, h1, h2, h3, h4, h5, h6'
/** What nothing but parts of its own may be in. */
const closed = 'img, audio, math, hr, br, wbr, table, thead, tbody, tfoot, tr, colgroup, col, ul, ol, dl, ruby'
/** Characters of words that are pressed themselves; a longer passage has its button at its end. */
const mostCharacters = 60
/** A blank whose field comes into the text later. */
const blank = /\[[^\]]*\]/

/** Whether a text names a control: a button in it would be read out with each. */
const namesControl = (element: Element): boolean => {
  const article = element.closest('article')
  for (let around = element.parentElement; around && around !== article; around = around.parentElement) {
    // The question's own text names its answers by a shortened one, which has no buttons.
    if (around.id === '' || /^question-\d+-text$/.test(around.id)) continue
    if (document.querySelector(`[aria-labelledby~="${CSS.escape(around.id)}"]`)) return true
  }
  return false
}

/** Whether all that is in an element are words. */
const isPlain = (element: Element) => !element.matches(closed) && element.querySelector(unfit) === null

const isPressedItself = (element: Element, words: string): boolean =>
  words !== '' &&
  words.length <= mostCharacters &&
  !blank.test(words) &&
  isPlain(element) &&
  !element.matches(`${unfit}, li, td, th, dt, dd, caption, figcaption`) &&
  !element.closest('math')

/** Behind what it explains, or at its end: a table, a list and a formula hold nothing of ours. */
const putBeside = (element: Element, button: HTMLButtonElement) => {
  const link = element.closest('a')
  const row = element.matches('thead, tbody, tfoot, tr, colgroup, col') ? element.closest('table') : null
  const behind = link ?? row ?? element.closest('math, ruby') ?? (element.matches(closed) ? element : null)
  if (behind) behind.after(button)
  else element.append(button)
}

const span = (className: string, inside: readonly (Node | string)[]) => {
  const made = document.createElement('span')
  made.className = className
  made.append(...inside)
  return made
}

/** A screen reader is told how the words are pronounced, in their place; everybody sees them as they are. */
const speakAs = (element: Element, spoken: string, { unheard }: Looks): (() => void) => {
  const seen = span('', [...element.childNodes])
  seen.ariaHidden = 'true'
  const heard = span(unheard, [spoken])
  element.append(seen, heard)
  return () => {
    heard.remove()
    seen.replaceWith(...seen.childNodes)
  }
}

/** Only shown to be explained: the button stands elsewhere. */
const dot = (element: Element, { dotted }: Looks): (() => void) => {
  element.classList.add(dotted)
  return () => element.classList.remove(dotted)
}

export interface Marking {
  readonly looks: Looks
  /** What a button is called by its words. */
  name(words: string): string
  /** What one says that has no words of its own. */
  readonly label: string
}

const putButton = (element: Element, words: string, { looks, name, label }: Marking) => {
  const button = document.createElement('button')
  button.type = 'button'
  button.ariaLabel = name(shortText(words))
  button.ariaHasPopup = 'dialog'
  button.ariaExpanded = 'false'
  if (isPressedItself(element, words) && !element.closest('a')) {
    button.className = looks.words
    const shown = span(looks.shown, [...element.childNodes])
    button.append(shown)
    element.append(button)
    return { button, undo: () => button.replaceWith(...shown.childNodes) }
  }
  button.className = looks.beside
  button.textContent = label
  button.dir = document.documentElement.dir
  putBeside(element, button)
  return { button, undo: () => button.remove() }
}

/** Marks what is explained in a text that stands on the page, and puts buttons where they may stand; `undo` leaves it as it was. */
export const markWords = (
  root: Element,
  explanations: ReadonlyMap<string, Explanation>,
  marking: Marking,
): { readonly placed: readonly PlacedWords[]; undo(): void } => {
  const undos: (() => void)[] = []
  const placed: PlacedWords[] = []
  const mark = (element: HTMLElement, explanation: Explanation): (() => void) => {
    const spoken = onlySpokenAs(explanation)
    if (spoken !== undefined) return isPlain(element) ? speakAs(element, spoken, marking.looks) : () => {}
    if (element.closest(wholes) || namesControl(element)) return dot(element, marking.looks)
    const words = wordsOf(element)
    const { button, undo } = putButton(element, words, marking)
    placed.push({ explanation, button, words })
    return undo
  }
  for (const element of root.querySelectorAll<HTMLElement>('[data-explained]')) {
    const explanation = explanations.get(element.dataset.explained ?? '')
    if (explanation) undos.push(mark(element, explanation))
  }
  if (placed.length > 0) root.classList.add(marking.looks.root)
  return {
    placed,
    undo: () => {
      root.classList.remove(marking.looks.root)
      for (const undo of undos.reverse()) undo()
    },
  }
}
