/** Pixels of the list of questions (spec 3 §9), and below which it is not a panel beside a question (spec 2 §2: 600 and the panels). */
const listPx = 192
const besidePanelsPx = 600
/** Pixels of a window's height below which its bars are one. As in `sitting.module.css`. */
export const lowPx = 560
/** Pixels that a question needs beside its tools, that question and source need beside each other, and one above the other. */
const questionPx = 500
const splitPx = 720
const stackWidthPx = 600
const stackHeightPx = 640

/** Pixels of the calculator and of the upload panel with their gap (spec 3 §9: 220 and 350). */
export const toolsPx = { none: 0, calculator: 240, uploads: 370 } as const

export interface WorkLayout {
  /** The list of questions. */
  readonly list: 'beside' | 'drawer'
  /** Calculator and workings; `docked` below what is read. Files are asked for below a question unless its tools are beside it. */
  readonly tools: 'beside' | 'below' | 'docked'
  /** What is read for a question: text, document, recording. */
  readonly source: 'beside' | 'above' | 'tab'
  /** The room of a source stays free beside a question that has none. */
  readonly keepsSource: boolean
}

/** In an exam with scenarios: the room of a source is kept beside every question, and tools are docked below the source. */
const keepingSource = (widthPx: number): WorkLayout | undefined => {
  const list = widthPx >= besidePanelsPx + listPx ? 'beside' : 'drawer'
  const stagePx = widthPx - (list === 'beside' ? listPx : 0)
  return stagePx >= splitPx ? { list, tools: 'docked', source: 'beside', keepsSource: true } : undefined
}

/**
 * Where things are in a window of so many CSS pixels, whose texts are `textScale` times as large as the usual 16 pixels: with twice
 * the size a window holds half as much. What an exam has anywhere counts, not what one question has: a question's
 * place doesn't change from one to the next.
 */
export const workLayout = (
  window: { readonly widthPx: number; readonly heightPx: number; readonly textScale: number },
  exam: { readonly toolsPx: number; readonly hasSource: boolean; readonly hasScenario: boolean },
): WorkLayout => {
  const widthPx = window.widthPx / window.textScale
  const heightPx = window.heightPx / window.textScale
  const isLow = heightPx < lowPx
  const keeping = exam.hasScenario && !isLow ? keepingSource(widthPx) : undefined
  if (keeping) return keeping
  const hasList = !isLow && widthPx >= besidePanelsPx + listPx + exam.toolsPx
  const stagePx = widthPx - (hasList ? listPx : 0)
  const withoutTools = stagePx - exam.toolsPx
  const mayStandBeside = exam.toolsPx > 0 && withoutTools >= questionPx
  // Reading beside the question is worth more than the tools beside it.
  const costsSource = exam.hasSource && withoutTools < splitPx && stagePx >= splitPx
  const tools = mayStandBeside && !costsSource ? 'beside' : 'below'
  const roomPx = tools === 'beside' ? withoutTools : stagePx
  const mayStack = roomPx >= Math.min(stackWidthPx, questionPx) && widthPx >= stackWidthPx && heightPx >= stackHeightPx
  return {
    list: hasList ? 'beside' : 'drawer',
    tools,
    source: roomPx >= splitPx ? 'beside' : mayStack ? 'above' : 'tab',
    keepsSource: false,
  }
}
