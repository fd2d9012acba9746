import type { ExamStatisticsReply, StatisticsFigure } from '@sitwell/contract'
import type { OfficeText } from '../office-context.tsx'

/** A figure of the statistics, or the reason for which there is none. */
export type ShownFigure = StatisticsFigure | ExamStatisticsReply['alpha'] | 'left-out'

/** A number in the digits of a language. */
export const numberText = (value: number, languageCode: string, digits = 2): string =>
  value.toLocaleString(languageCode, { minimumFractionDigits: digits, maximumFractionDigits: digits })

/** A figure, or a dash if there is none; a word if it is left out by what was decided about its question. */
export const figureText = (figure: ShownFigure, text: OfficeText, languageCode: string): string =>
  typeof figure === 'number'
    ? numberText(figure, languageCode)
    : text(figure === 'left-out' ? 'statistics.leftOutFigure' : 'statistics.none')

/** People of whom figures are shown without a warning. */
const enoughPeople = 30
const fewestPeople = 10

/** The warning that stands above figures of so many people, or none. */
export const warningFor = (people: number): 'statistics.tooFewWarning' | 'statistics.fewWarning' | undefined => {
  if (people < fewestPeople) return 'statistics.tooFewWarning'
  return people < enoughPeople ? 'statistics.fewWarning' : undefined
}

const reasons = { 'no-variation': 'statistics.noVariation', drawn: 'statistics.drawn' } as const

/** Why there is no figure. That there are too few people stands above all figures. */
export const reasonFor = (figure: Exclude<ShownFigure, 'left-out'>): (typeof reasons)[keyof typeof reasons] | undefined =>
  typeof figure === 'number' || figure === 'too-few' ? undefined : reasons[figure]
