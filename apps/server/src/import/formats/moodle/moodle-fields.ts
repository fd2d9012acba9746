import { childrenOf, type Element } from '../../files/xml.ts'
import type { Loss } from '../../imported-package.ts'
import { fieldOf, numberOf, rawText } from './moodle-xml.ts'

type Lost = { readonly what: string; readonly why: string; readonly loss?: Loss }

/** Fields of any question that are read, or that say nothing of what is asked and marked. */
const common = ['name', 'questiontext', 'generalfeedback', 'defaultgrade', 'penalty', 'hidden', 'idnumber', 'tags', 'hint']
const combined = ['correctfeedback', 'partiallycorrectfeedback', 'incorrectfeedback']
/** How Moodle words its own page: the number of right choices beside the feedback, an instruction, letters before choices. */
const wording = ['shownumcorrect', 'showstandardinstruction', 'answernumbering']

/** What the reader of each type takes, or reports by itself. */
const read: Readonly<Record<string, readonly string[]>> = {
  multichoice: ['answer', 'single', 'shuffleanswers', ...combined, ...wording],
  truefalse: ['answer'],
  shortanswer: ['answer', 'usecase'],
  numerical: ['answer', 'units', 'unitgradingtype', 'unitpenalty', 'showunits', 'unitsleft'],
  matching: ['subquestion', 'shuffleanswers', ...combined, ...wording],
  essay: [
    ...['responseformat', 'responsefieldlines', 'responsetemplate', 'graderinfo', 'attachments', 'responserequired'],
    ...['attachmentsrequired', 'minwordlimit', 'maxwordlimit', 'filetypeslist', 'maxbytes'],
  ],
  gapselect: ['selectoption', 'shuffleanswers', ...combined, ...wording],
  ddwtos: ['dragbox', 'shuffleanswers', ...combined, ...wording],
  cloze: [],
  multianswer: [],
  description: [],
}

/** What is in a question and is neither shown nor used, by its name. */
const unread = (question: Element, type: string): Lost[] => {
  const known = new Set([...common, ...(read[type] ?? [])])
  const names = childrenOf(question)
    .filter((one) => !known.has(one.tagName.toLowerCase()) && rawText(one).trim() !== '')
    .map((one) => one.tagName)
  return [...new Set(names)].map((name) => ({ what: `<${name}>`, why: 'It is neither shown nor used.' }))
}

const isSet = (question: Element, name: string) => !['', '0'].includes(fieldOf(question, name))

/** What an essay asks for that no field here does. */
const ofEssay = (question: Element): Lost[] => {
  const limits = ['minwordlimit', 'maxwordlimit'].filter((name) => isSet(question, name))
  const files = numberOf(question, 'attachments') ?? 0
  const isUpload = fieldOf(question, 'responseformat') === 'noinline'
  const lost: Lost[] = []
  const lose = (what: string, why: string) => lost.push({ what, why })
  if (limits.length > 0 && !isUpload) {
    const said = limits.map((name) => `${name} ${fieldOf(question, name)}`).join(', ')
    lose('word limits', `No field has them (${said}): say in the text how long an answer may be.`)
  }
  if (files !== 0 && !isUpload) lose('attachments', 'No file goes with a written answer.')
  if (isUpload && files > 0) lose('attachments', `How many files may be uploaded, ${files}, is a setting of the organisation.`)
  if (isUpload && isSet(question, 'attachmentsrequired'))
    lose(
      'attachmentsrequired',
      `A question with fewer than ${fieldOf(question, 'attachmentsrequired')} files can be handed in.`,
    )
  if (isSet(question, 'filetypeslist') && (isUpload || files !== 0))
    lose(
      'file types',
      `The exam says which files it takes (uploadFileTypes), and not ${fieldOf(question, 'filetypeslist')} here.`,
    )
  if (isSet(question, 'maxbytes') && (isUpload || files !== 0))
    lose('file size', `The organisation says how large files may be, and not ${fieldOf(question, 'maxbytes')} bytes here.`)
  return lost
}

/** Texts that are dragged to their gaps are chosen from lists here. */
const ofDragging = (question: Element): Lost[] => {
  const isOnce = childrenOf(question, 'dragbox').some((box) => childrenOf(box, 'infinite').length === 0)
  return [
    {
      what: 'dragging',
      why: `Its texts are chosen from lists${isOnce ? '; one that may be used once can be chosen again' : ''}.`,
      loss: 'nothing',
    },
  ]
}

/** What of a question isn't taken: also what no reader knows. */
export const lostFields = (question: Element, type: string, isMarkdown: boolean): Lost[] => {
  const penalty = numberOf(question, 'penalty') ?? 0
  return [
    ...(childrenOf(question, 'hint').length > 0 ? [{ what: 'hints', why: 'There is one try at a question.' }] : []),
    ...(penalty > 0 && type !== 'description'
      ? [
          {
            what: 'penalty',
            why: `${penalty} for each further try: there is one try at a question.`,
            loss: 'nothing' as const,
          },
        ]
      : []),
    ...(isMarkdown ? [{ what: 'Markdown', why: 'Its signs are shown as they are written.' }] : []),
    ...(type === 'essay' ? ofEssay(question) : []),
    ...(type === 'ddwtos' ? ofDragging(question) : []),
    ...unread(question, type),
  ]
}
