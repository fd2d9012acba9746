import { examContent } from '@sitwell/contract'
import { expect, test } from 'vitest'
import { authoredExam } from '../../import/authored-exam.ts'
import { examOf } from '../../testing/test-world.ts'
import { examContentOf, layOutExam } from './lay-out-exam.ts'

const media = { url: 'resources/talk.mp3', title: 'A talk', autoDelay: 3 }
const evidence = {
  type: 'EVIDENCE',
  id: 'q-1',
  versionId: 'v-1',
  versionNumber: 4,
  text: '<p>Two photographs.</p>',
  introText: '<p>Outdoors.</p>',
  marks: 5,
  resourceUrl: 'resources/guide.pdf',
  requiresWorkings: true,
  requiresCalculator: true,
}
/** Times in seconds. */
const section = {
  id: 's-1',
  name: 'First',
  text: '<p>Look at the map.</p>',
  scenarioText: '<p>You are the harbour master.</p>',
  resourceUrl: 'resources/map.pdf',
  warningTime: 30,
  sectionTime: 300,
  readingTime: 60,
  oneWay: true,
  requiresWorkings: true,
  requiresCalculator: true,
  displayAllQuestions: true,
  media,
}
const exam = authoredExam.parse({
  ...examOf('x'),
  messages: { 'exam.title': 'Harbours' },
  settings: {
    introText: '<p>Before.</p>',
    outroText: '<p>After.</p>',
    proctoredOutroText: '<p>After, watched.</p>',
    resultFeedbackMask: 5,
    fullScreenExam: true,
    requiresWorkings: true,
    requiresCalculator: true,
    oneWay: true,
    media,
    initialPage: 2,
    uploadFileTypes: ['pdf', 'image/*'],
    canBypassReadingTime: true,
    isExtendable: true,
    initialFullScreen: true,
    downloadablePractice: true,
    examTime: 600,
    warningTime: 60,
  },
  sections: [{ ...section, questions: [evidence, { type: 'STATICTEXT', id: 'q-2', text: '<p>Read this.</p>' }] }],
})
/** The exam as a learner's browser reads it. */
const read = () =>
  examContent.parse(
    examContentOf(exam, layOutExam(exam), {
      resourceUrl: 'resources/',
      formRunGuid: 'run',
      currentQuestionId: 'q-2',
      examTime: 600,
      examTimeRemaining: 500,
      elapsedTime: 100,
      isExtendable: true,
    }),
  )

// ENT-204
test('a browser gets the texts of the exam, its mappings, where it was and where its files are', () => {
  expect(read()).toMatchObject({
    examGuid: 'x-exam',
    examName: 'Trees of x',
    version: 3,
    objectID: 17,
    messageData: { 'exam.title': 'Harbours' },
    mappings: [
      { sectionId: 'root', sectionIds: ['s-1'], questionIds: [] },
      { sectionId: 's-1', sectionIds: [], questionIds: ['q-1', 'q-2'] },
    ],
    currentQuestionId: 'q-2',
    resourceUrl: 'resources/',
  })
})

// ENT-205
test('a browser gets every field of a section, with all of its time left and the marks of its questions', () => {
  const own = { sectionTimeRemaining: 300, readingTimeRemaining: 60, marks: 5, complete: false }
  expect(read().sections).toEqual([{ ...section, media: expect.objectContaining(media), ...own }])
})

// ENT-205 ENT-309
test('a section whose author sets nothing has no time, no text and no rules of its own, and the marks of all that lies below it', () => {
  const plain = (id: string) => ({
    id,
    name: id,
    warningTime: 0,
    sectionTime: 0,
    readingTime: 0,
    sectionTimeRemaining: 0,
    readingTimeRemaining: 0,
    complete: false,
    text: '',
    scenarioText: '',
    oneWay: false,
    requiresWorkings: false,
    requiresCalculator: false,
    displayAllQuestions: false,
  })
  const essay = (id: string, marks: number) => ({ type: 'QUESTIONLTEXT', id, text: 'Why?', marks })
  const below = { id: 'b', name: 'b', questions: [essay('q-1', 2), essay('q-2', 3)] }
  const nested = authoredExam.parse({
    ...examOf('x'),
    sections: [
      { id: 'a', name: 'a', sections: [below], questions: [essay('q-3', 4)] },
      { id: 'c', name: 'c', sections: [{ ...below, id: 'd', name: 'd', questions: [essay('q-4', 1)] }] },
    ],
  })
  const { sections, questions, mappings } = layOutExam(nested)
  expect(sections).toEqual([
    { ...plain('a'), marks: 9 },
    { ...plain('b'), marks: 5 },
    { ...plain('c'), marks: 1 },
    { ...plain('d'), marks: 1 },
  ])
  expect(questions.map(({ id, number, paperPartId }) => [id, number, paperPartId])).toEqual([
    ['q-1', 1, 'b'],
    ['q-2', 2, 'b'],
    ['q-3', 3, 'a'],
    ['q-4', 4, 'd'],
  ])
  expect(mappings).toEqual([
    { sectionId: 'root', sectionIds: ['a', 'c'], questionIds: [] },
    { sectionId: 'a', sectionIds: ['b'], questionIds: ['q-3'] },
    { sectionId: 'b', sectionIds: [], questionIds: ['q-1', 'q-2'] },
    { sectionId: 'c', sectionIds: ['d'], questionIds: [] },
    { sectionId: 'd', sectionIds: [], questionIds: ['q-4'] },
  ])
})

// ENT-303 ENT-212
test('a browser gets the form run and every setting of the exam that its state stands on', () => {
  const { settings, formRunGuid } = read()
  expect(formRunGuid).toBe('run')
  expect(settings).toMatchObject({
    introText: '<p>Before.</p>',
    outroText: '<p>After.</p>',
    proctoredOutroText: '<p>After, watched.</p>',
    resultFeedbackMask: 5,
    fullScreenExam: true,
    requiresWorkings: true,
    requiresCalculator: true,
    oneWay: true,
    media,
    initialPage: 2,
    uploadFileTypes: ['pdf', 'image/*'],
    canBypassReadingTime: true,
    isExtendable: true,
    initialFullScreen: true,
    downloadablePractice: true,
    examTime: 600,
    warningTime: 60,
    examTimeRemaining: 500,
    elapsedTime: 100,
  })
})

// ENT-303 ENT-212
test('an exam whose author sets nothing is neither extendable nor full screen, and takes the organisation’s types of files', () => {
  const plain = authoredExam.parse({ ...examOf('x'), settings: {} })
  const times = { examTime: 0, examTimeRemaining: 0, elapsedTime: 0 }
  const content = examContentOf(plain, layOutExam(plain), { resourceUrl: 'resources/', isExtendable: false, ...times })
  const settings = {
    introText: '',
    outroText: '',
    proctoredOutroText: '',
    resultFeedbackMask: -1,
    fullScreenExam: false,
    requiresWorkings: false,
    requiresCalculator: false,
    oneWay: false,
    initialPage: 1,
    uploadFileTypes: [],
    canBypassReadingTime: false,
    isExtendable: false,
    initialFullScreen: false,
    downloadablePractice: false,
    warningTime: 0,
    ...times,
  }
  expect(content.settings).toEqual(settings)
  expect(examContent.parse(content).settings).toEqual({ ...settings, allowPdfTextSelection: true })
})

// ENT-304 ENT-306 ENT-207
test('a browser gets every field of a question, with the scenario and the recording of its section', () => {
  const { questions, sections } = read()
  expect(questions[0]).toMatchObject({
    ...evidence,
    number: 1,
    paperPartId: 's-1',
    workings: '',
    bookmarked: false,
    disabled: false,
    dragAndDrop: false,
  })
  expect(layOutExam(exam).questions[1]).toMatchObject({ workings: '', bookmarked: false, disabled: false, dragAndDrop: false })
  expect(questions[1]).toMatchObject({ id: 'q-2', type: 'STATICTEXT', number: 2, paperPartId: 's-1', versionId: 'q-2' })
  expect(sections[0]).toMatchObject({
    text: '<p>Look at the map.</p>',
    scenarioText: '<p>You are the harbour master.</p>',
    media,
  })
})
