import { type FigureBehind, figuresBehind, type QuestionStatisticsRow } from '@sitwell/contract'
import { choiceField, textField } from '@sitwell/navigation/address-query.ts'
import type { OfficeText } from '../office-context.tsx'

export const fifths = [1, 2, 3, 4, 5] as const

/** In the address: which responses of the open question show. Without any of them, none do. */
export const behindFields = {
  behind: choiceField(['', 'all', ...figuresBehind]),
  option: textField({ longest: 400 }),
  fifth: choiceField(['', '1', '2', '3', '4', '5']),
}

/** No responses show: for a reader who opens another question, or none. */
export const nothingBehind = { behind: '', option: '', fifth: '' } as const

type Option = QuestionStatisticsRow['options'][number]

/** The responses that a figure of a question is of. */
export interface Behind {
  /** One of the counts; undefined: all of the others. */
  readonly figure?: FigureBehind | undefined
  readonly option?: Option | undefined
  /** From 1, the lowest. */
  readonly fifth?: number | undefined
}

export const optionWords = ({ id, text }: Option): string => (text === '' ? id : text)

interface InAddress {
  readonly behind: '' | 'all' | FigureBehind
  readonly option: string
  readonly fifth: '' | '1' | '2' | '3' | '4' | '5'
}

/** The responses that the address names; undefined if it names none that the question has. */
export const readBehind = ({ options }: QuestionStatisticsRow, named: InAddress): Behind | undefined => {
  const figure = figuresBehind.find((one) => one === named.behind)
  const option = options.find(({ id }) => id === named.option)
  const fifth = named.fifth === '' ? undefined : Number(named.fifth)
  return named.behind === 'all' || figure || option || fifth !== undefined ? { figure, option, fifth } : undefined
}

export const writeBehind = ({ figure, option, fifth }: Behind): InAddress => ({
  behind: figure ?? (option || fifth !== undefined ? '' : 'all'),
  option: option?.id ?? '',
  fifth: fifth === undefined ? '' : behindFields.fifth.read(String(fifth)),
})

/** The heading of a list of responses. */
export const behindText = ({ figure, option, fifth }: Behind, text: OfficeText): string => {
  if (option && fifth !== undefined)
    return text('statistics.responses.ofOptionInFifth', { option: optionWords(option), number: fifth })
  if (option) return text('statistics.responses.ofOption', { option: optionWords(option) })
  if (fifth !== undefined) return text('statistics.responses.ofFifth', { number: fifth })
  return figure === undefined ? text('statistics.responses.title') : text(`statistics.responses.${figure}`)
}
