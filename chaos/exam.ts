import { exam, longText, multipleChoice, organisation, person, radio, trueFalse } from '../e2e/arrange.ts'
import type { QuestionSpec, SectionSpec } from '../e2e/arrange-exam.ts'
import { invigilator } from '../e2e/invigilator.ts'
import { pdfFile } from '../e2e/pdf-file.ts'

/** How a question is answered: by typing, by choosing one, or by ticking several. */
export type QuestionKind = 'text' | 'choice' | 'ticks'

const lakes = ['Baikal', 'Titicaca', 'Malawi', 'Ohrid']
const line = (text: string): QuestionSpec => ({ type: 'MULTITEXT', text, parts: [{ id: 'line', marks: 1 }] })

/** What is asked for there is a file. */
const evidence: QuestionSpec = { type: 'EVIDENCE', text: 'Your sketch', evidenceText: '<p>Upload what you drew.</p>', marks: 0 }

const first: readonly [QuestionKind, QuestionSpec][] = [
  ['choice', radio('Which of these is the deepest?', lakes, 0)],
  ['text', longText('<p>Describe a lake. See <a href="resources/depths.pdf">the depths</a>.</p>')],
  ['ticks', multipleChoice('Which of these are in Africa or Asia?', lakes, [0, 2])],
  ['text', line('Name a river.')],
]
const second: readonly [QuestionKind, QuestionSpec][] = [
  ['choice', trueFalse('Ice is lighter than water.', true)],
  ['text', longText('Why does a lake turn over in autumn?')],
  ['ticks', { ...multipleChoice('Which lie above the sea: [H1], [H2], [H3] or [H4]?', lakes, [0, 1, 2, 3]), type: 'HOTTEXT' }],
  ['text', longText('What would you measure?')],
]

/** `checked`: some answers may be checked while it continues. `routed`: the answer to its first question decides which part comes second. */
export const examKinds = ['plain', 'checked', 'routed'] as const
export type ExamKind = (typeof examKinds)[number]

/** How often the answers to these questions, from 0, may be checked where an exam has that. */
export const checkedQuestions: readonly number[] = [0, 2]
export const mostAttempts = 2
const saidOfAttempts = { parts: [{ text: '<p>That is right.</p>', when: [{ on: 'mark', is: 'right' }] }] }
const withAttempts = ([, question]: readonly [QuestionKind, QuestionSpec], number: number): QuestionSpec =>
  checkedQuestions.includes(number) ? { ...question, attempts: mostAttempts, feedback: saidOfAttempts } : question

/** Questions of each part where answers decide about them. */
export const questionsOfPart = 4
const decidingQuestion = 'deepest'
/** The part that is asked of who chose the first option, and that of all others: as long, and of the same kinds. */
export const routedParts = { chosen: 'chosen', others: 'others' } as const
const isChosen = { on: 'option', question: decidingQuestion, option: '1' }

/** What each question is, in the order of the exam, except for the last one. */
export const questionKinds: readonly QuestionKind[] = [...first, ...second].map(([kind]) => kind)

/** The last question, from 0: it is answered by files. */
export const evidenceQuestion: number = questionKinds.length

/** The question, from 0, that leads to a PDF. */
export const documentQuestion = 1

/** Of more pages than are painted at once, and more bytes than are read at first. */
const depths = pdfFile({
  pages: lakes.flatMap((name) => [1, 2, 3].map((part) => ({ lines: [name, `Soundings, part ${part}`] }))),
  ballast: 20_000,
})

/** How many options a question has that isn't typed. */
export const optionsOf = (question: number): number => (question === 4 ? 2 : lakes.length)

const sectionsOf = (kind: ExamKind): SectionSpec[] => {
  const own = second.map(([, question]) => question)
  if (kind !== 'routed')
    return [
      { name: 'Where', questions: first.map(kind === 'checked' ? withAttempts : ([, question]) => question) },
      { name: 'Why', questions: [...own, evidence] },
    ]
  const [deciding, ...others] = first.map(([, question]) => question)
  return [
    { id: 'first', name: 'Where', questions: [{ ...radio('', lakes, 0), ...deciding, id: decidingQuestion }, ...others] },
    { id: routedParts.chosen, name: 'Why', askedIf: [isChosen], questions: own },
    { id: routedParts.others, name: 'Why not', askedIf: [{ on: 'not', rule: isChosen }], questions: own },
  ]
}

/** One learner, who is watched over, and an exam of two sections; of an hour unless told. */
export const chaosOrganisation = (examSeconds = 3600, kind: ExamKind = 'plain') =>
  organisation({
    people: [person(), invigilator],
    exams: [
      exam({
        name: 'Lakes',
        settings: { examTime: examSeconds, ...(kind === 'routed' && { oneWay: true }) },
        files: { 'resources/depths.pdf': depths },
        sections: sectionsOf(kind),
      }),
    ],
  })
