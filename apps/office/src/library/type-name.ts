import type { QuestionTypeCode } from '@sitwell/contract'
import type { OfficeMessageId } from '@sitwell/i18n/message-ids'
import type { OfficeText } from '../office-context.tsx'

/** The kinds of question by their codes, in words. */
const titles = {
  COMBO: 'library.type.combo',
  RADIO: 'library.type.radio',
  TRUEFALSE: 'library.type.trueFalse',
  RADIOOTHER: 'library.type.radioOther',
  MULTICHOICE: 'library.type.multipleChoice',
  MATCH: 'library.type.match',
  QTABLE: 'library.type.table',
  BLANKS: 'library.type.blanks',
  MULTITEXT: 'library.type.multiText',
  QUESTIONLTEXT: 'library.type.longText',
  ASCX: 'library.type.control',
  EVIDENCE: 'library.type.evidence',
  VISITED: 'library.type.visited',
  STATICTEXT: 'library.type.staticText',
  QGRID: 'library.type.form',
  HOTTEXT: 'library.type.hotText',
} as const satisfies Readonly<Record<QuestionTypeCode, OfficeMessageId>>

const isKnown = (code: string): code is keyof typeof titles => Object.hasOwn(titles, code)

/** The kind of a question; the code itself if there is no word for it. */
export const typeName = (code: string, text: OfficeText): string => (isKnown(code) ? text(titles[code]) : code)
