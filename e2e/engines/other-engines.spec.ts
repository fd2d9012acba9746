import { exam, expect, longText, multipleChoice, organisation, radio, staticText, trueFalse, type World } from '../fixtures.ts'
import type { Sitwell } from '../sitwell.ts'
import type { Driven } from './driven.ts'
import { look, next, press, previous, type Step, typeInto, untilAt, untilQuestion, untilSays, untilShown } from './hands.ts'
import { inEachEngine } from './in-each-engine.ts'
import { wireTo } from './wire.ts'

const letters = (...texts: string[]) => texts.map((text, index) => ({ id: String(index + 1), text }))
const cities = [
  { id: 'r', text: 'Rome' },
  { id: 'p', text: 'Paris' },
]
const typed = (value: string) => ({ kind: 'texts', accepted: [{ value }] })

const steps: readonly Step[] = [
  { question: staticText('<p>Read this, and E = mc<sup>2</sup>.</p>') },
  {
    question: radio('Which tree?', ['Ash', 'Beech'], 0),
    answer: press('article *', 'Beech'),
    shows: ['Beech'],
    answerText: 'Beech',
  },
  {
    question: multipleChoice('Which are trees?', ['Ash', 'Basalt', 'Cedar'], [0, 2]),
    answer: async (driven) => {
      await press('article *', 'Ash')(driven)
      await press('article *', 'Cedar')(driven)
    },
    shows: ['Cedar'],
    answerText: 'Ash|Cedar',
  },
  { question: trueFalse('A beech is a tree.', true), answer: press('article *', 'True'), shows: ['True'], answerText: 'True' },
  {
    question: { type: 'COMBO', text: '<p>Which?</p>', options: letters('Ash', 'Beech'), key: '1' },
    answer: async (driven) => {
      await press('article button', 'Choose')(driven)
      await press('[role="option"]', 'Beech')(driven)
    },
    shows: ['Beech'],
    answerText: 'Beech',
  },
  {
    question: longText('Why?'),
    answer: typeInto('article textarea', 'Because of rain'),
    shows: ['Because of rain'],
    answerText: 'Because of rain',
  },
  {
    question: { type: 'MULTITEXT', text: '<p>Explain</p>', parts: [{ id: 'a', marks: 1, usesRichText: true }] },
    answer: async (driven) => {
      await press('article [role="textbox"]')(driven)
      await driven.type('Rich')
    },
    shows: ['Rich'],
    answerText: '<p>Rich</p>',
  },
  {
    question: {
      type: 'QTABLE',
      text: '<p>Complete the table.</p>',
      columns: [{ text: 'Acid' }],
      rows: [{ id: 'r1', text: 'Vinegar' }],
      key: { r1: [typed('acetic')] },
    },
    answer: typeInto('article table input', 'acetic'),
    shows: ['acetic'],
  },
  {
    question: {
      type: 'BLANKS',
      text: 'The capital is [V1].',
      variableOptions: [],
      key: { V1: typed('Rome') },
    },
    answer: typeInto('article input', 'Rome'),
    shows: ['Rome'],
  },
  {
    question: {
      type: 'MATCH',
      text: '<p>Which is whose capital?</p>',
      options: letters('France', 'Italy'),
      selections: cities,
      key: { 1: 'p', 2: 'r' },
      dragAndDrop: true,
    },
    answer: async (driven) => {
      const place = { css: 'article li *', text: 'Put a card here' }
      await driven.drag({ css: 'article button', text: 'Move Paris' }, place)
      await untilShown(driven, ['France', 'Paris'])
      await look()
      await driven.drag({ css: 'article button', text: 'Move Rome' }, place)
    },
    shows: ['Italy', 'Rome'],
    answerText: 'France = Paris|Italy = Rome',
  },
]

const sit = async (driven: Driven, world: World, sitwell: Sitwell) => {
  const wire = await wireTo(sitwell.origin)
  const { username, password } = world.people[0]
  try {
    await driven.goTo(`${wire.origin}${world.loginPath}`)
    await typeInto('input[name="username"]', username)(driven)
    await typeInto('input[name="password"]', password)(driven)
    await press('form button[type="submit"]')(driven)
    await untilAt(driven, '/rubric')
    for (const label of ['my name is', 'have read']) {
      await look()
      await press('main label', label)(driven)
    }
    await press('form button[type="submit"]')(driven)
    await untilAt(driven, '/schedules')
    await look()
    await press('main li button', 'Every type')(driven)
    await untilAt(driven, '/intro')
    await look()
    await press('main button', 'Start')(driven)

    for (const [index, { answer, shows }] of steps.entries()) {
      await untilQuestion(driven, index + 1)
      await look()
      await answer?.(driven)
      if (shows !== undefined) await untilShown(driven, shows)
      if (index < steps.length - 1) await next(driven)
    }
    await driven.until('everything is saved', () => document.querySelector('[data-state="on-server"]') !== null)
    await driven.reload()
    for (const [back, { shows }] of [...steps].reverse().entries()) {
      await untilQuestion(driven, steps.length - back)
      await look()
      if (shows !== undefined) await untilShown(driven, shows)
      if (back < steps.length - 1) await previous(driven)
    }

    // The network is gone: the answer is on the device, and continues its way when the network is back.
    await next(driven)
    await untilQuestion(driven, 2)
    wire.cut()
    await press('article *', 'Ash')(driven)
    await untilShown(driven, ['Ash'])
    await untilSays(driven, 'Kept on this device')
    await next(driven)
    await untilQuestion(driven, 3)
    wire.mend()
    await expect.poll(async () => (await sitwell.answersOf(world)).map(({ answerText }) => answerText)).toContain('Ash')
    for (const { answerText } of steps.slice(2)) {
      if (answerText) expect((await sitwell.answersOf(world)).map((one) => one.answerText)).toContain(answerText)
    }
    await press('button', 'Finish')(driven)
    await press('button', 'Finish the exam')(driven)
    await press('[role="alertdialog"] button', 'Finish')(driven)
    // Two answers are marked by a person.
    await press('button', 'Go on without the result')(driven)
    await untilSays(driven, 'Assessment complete')
  } finally {
    wire.stop()
  }
}

inEachEngine(
  'a learner signs in, answers every common kind of question, loses the network, finds all again and finishes',
  async (driven, sitwell) => {
    const world = await sitwell.arrange(
      organisation({ exams: [exam({ name: 'Every type', questions: steps.map(({ question }) => question) })] }),
    )
    await sit(driven, world, sitwell)
  },
)
