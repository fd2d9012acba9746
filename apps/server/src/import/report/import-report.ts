import type { ImportedPackage, ItemVerdict, LeftOut, Loss } from '../imported-package.ts'

/** Something that was lost, or that is only told. */
export interface ReportedLoss {
  readonly what: string
  readonly why: string
  readonly loss: Loss
}

/** What happened to one item. */
export interface ReportedItem {
  readonly place: string
  readonly identifier: string
  readonly verdict: 'faithful' | 'with loss' | 'left out'
  /** Of the question that it became; null if it was left out. */
  readonly type: string | null
  readonly marks: number | null
  readonly marking: string | null
  readonly losses: readonly ReportedLoss[]
}

/** The result of a package, item by item: for the terminal, a program or a page. `version` counts changes of this form. */
export interface ImportReport {
  readonly version: 1
  readonly file: string
  readonly exam: string
  readonly items: readonly ReportedItem[]
  /** What was lost beside the items: of sections, of the test, files. */
  readonly others: readonly (ReportedLoss & { readonly place: string })[]
  readonly totals: {
    readonly items: number
    readonly faithful: number
    readonly withLoss: number
    readonly leftOut: number
    /** How many losses there are of each kind, those of items among them. */
    readonly losses: { readonly marks: number; readonly structure: number; readonly content: number }
  }
}

const lossOf = ({ what, why, loss = 'content' }: LeftOut): ReportedLoss => ({ what, why, loss })

const isOf = ({ place, identifier, question }: ItemVerdict, one: LeftOut): boolean =>
  one.place === place && (question !== undefined || one.what === 'item' || one.what === `item ${identifier}`)

const itemOf = (item: ItemVerdict, leftOut: readonly LeftOut[]): ReportedItem => {
  const losses = leftOut.filter((one) => isOf(item, one)).map(lossOf)
  const isWhole = losses.every(({ loss }) => loss === 'nothing')
  const { place, identifier, question } = item
  return {
    place,
    identifier,
    verdict: question === undefined ? 'left out' : isWhole ? 'faithful' : 'with loss',
    type: question?.type ?? null,
    marks: question?.marks ?? null,
    marking: question?.marking ?? null,
    losses,
  }
}

/** The result of a package that was read. */
export const reportOf = (
  file: string,
  { exam, leftOut, items = [] }: Pick<ImportedPackage, 'exam' | 'leftOut' | 'items'>,
): ImportReport => {
  const reported = items.map((item) => itemOf(item, leftOut))
  const count = (verdict: ReportedItem['verdict']) => reported.filter((one) => one.verdict === verdict).length
  const losing = (loss: Loss) => leftOut.filter((one) => (one.loss ?? 'content') === loss).length
  return {
    version: 1,
    file,
    exam: exam.name,
    items: reported,
    others: leftOut
      .filter((one) => !items.some((item) => isOf(item, one)))
      .map((one) => ({ place: one.place, ...lossOf(one) })),
    totals: {
      items: reported.length,
      faithful: count('faithful'),
      withLoss: count('with loss'),
      leftOut: count('left out'),
      losses: { marks: losing('marks'), structure: losing('structure'), content: losing('content') },
    },
  }
}

/** Whether what is lost has to be accepted before anything is stored: marks, or how the exam is made up. */
export const hasGraveLoss = (leftOut: readonly LeftOut[]): boolean =>
  leftOut.some(({ loss }) => loss === 'marks' || loss === 'structure')
