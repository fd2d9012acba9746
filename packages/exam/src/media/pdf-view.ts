/** Pages up to which the stepper of a PDF shows a dot for each; above, it shows a progress bar (spec 3 §9). */
const mostDots = 10

/** How the stepper shows where in a document of this many pages the learner is (spec 3 §2). */
export const stepperOf = (pages: number): 'dots' | 'progress' => (pages <= mostDots ? 'dots' : 'progress')

/** What a document is shown at: as wide as its place, or a number of times its own size. */
export type PdfZoom = 'fit' | number

/** The place of a reader in a document. */
export interface DocumentPlace {
  readonly page: number
  readonly zoom: PdfZoom
  /** Points of the page above the upper edge of the visible part, from the page's lower edge, as PDFs count. */
  readonly top?: number | undefined
}

const steps = [0.25, 0.5, 0.75, 1, 1.25, 1.5, 2, 2.5, 3, 4] as const
const [smallest, largest] = [steps[0], 4]
/** A page that fits may stand a hair beside a step. */
const hair = 0.005

export const nextZoom = (shownAt: number): number => steps.find((step) => step > shownAt + hair) ?? largest
export const previousZoom = (shownAt: number): number => steps.findLast((step) => step < shownAt - hair) ?? smallest
export const canEnlarge = (shownAt: number): boolean => shownAt < largest - hair
export const canReduce = (shownAt: number): boolean => shownAt > smallest + hair

/** Pages above which a document isn't shown: only a damaged or hostile file says that it has more, and a place for each takes memory. */
export const mostPages = 5000

/** A page that there is. */
export const pageWithin = (page: number, pages: number): number =>
  Number.isFinite(page) ? Math.min(Math.max(1, Math.round(page)), Math.max(1, pages)) : 1
