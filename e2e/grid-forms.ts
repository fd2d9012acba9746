import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import type { QuestionSpec } from './arrange-exam.ts'
import { enterExam, exam, organisation } from './fixtures.ts'
import type { Sitwell } from './sitwell.ts'

const map = new URL('../demo/demo/exams/coasts/resources/sandholm-bay.png', import.meta.url)

const options = [
  { id: 'post', name: 'By post' },
  { id: 'mail', name: '<b>By mail</b>' },
]

/** A form with every component. */
export const everything: QuestionSpec = {
  type: 'QGRID',
  text: '<p>Fill in the delivery form.</p>',
  marks: 3,
  actions: [{ id: 'send', name: 'Send the order' }],
  rows: [
    {
      cells: [
        { components: [{ kind: 'text', html: '<p>Order <strong>12</strong><script>window.hacked = 1</script></p>' }] },
        { components: [{ kind: 'input', id: 'code', label: 'Code', maxLength: 4, nextField: 'amount' }] },
      ],
    },
    {
      cells: [
        { components: [{ kind: 'input', id: 'amount', label: 'Amount', format: 'number' }] },
        { components: [{ kind: 'input', id: 'due', label: 'Due', format: 'date' }] },
      ],
    },
    { cells: [{ span: 2, components: [{ kind: 'textarea', id: 'notes', label: 'Notes' }] }] },
    {
      cells: [
        { components: [{ kind: 'calendar', id: 'day', label: 'Delivery day' }] },
        {
          components: [
            { kind: 'radio', id: 'via', label: 'Sent', options },
            { kind: 'checkbox', id: 'urgent', label: 'Urgent' },
            { kind: 'dropdown', id: 'copy', label: 'Copy', options },
          ],
        },
      ],
    },
    {
      cells: [
        { components: [{ kind: 'image', src: 'resources/map.png', alt: 'A map of the bay' }] },
        {
          components: [
            {
              kind: 'hotspot',
              id: 'where',
              label: 'Where is the harbour?',
              src: 'resources/map.png',
              alt: 'The same map',
              areas: [
                { id: 'north', name: 'North', x: 5, y: 5, width: 25, height: 25 },
                { id: 'south', name: 'South', x: 55, y: 55, width: 30, height: 30 },
              ],
            },
          ],
        },
      ],
    },
    { cells: [{ span: 2, components: [{ kind: 'fileButton', id: 'invoice', label: 'Invoice', accept: ['.pdf'] }] }] },
    {
      family: 'sending',
      state: 'open',
      cells: [{ span: 2, components: [{ kind: 'button', name: 'Prepare', rowStates: { sending: 'going' } }] }],
    },
    {
      family: 'sending',
      state: 'going',
      cells: [
        {
          span: 2,
          components: [
            {
              kind: 'timer',
              id: 'wait',
              label: 'Preparing',
              seconds: 1,
              finishedText: 'Ready',
              rowStates: { sending: 'ready' },
            },
          ],
        },
      ],
    },
    {
      family: 'sending',
      state: 'ready',
      cells: [{ span: 2, components: [{ kind: 'button', name: 'Send', action: 'send', confirm: true }] }],
    },
  ],
}

/** An organisation whose only exam is "Forms": these questions, with the map that forms show. */
export const arrangeForms = async (sitwell: Sitwell, questions: QuestionSpec[]) => {
  const files = { 'resources/map.png': await readFile(map) }
  return sitwell.arrange(organisation({ exams: [exam({ name: 'Forms', questions, files })] }))
}

/** Opens an exam of these questions, with the map that forms show. */
export const sit = async (page: Page, sitwell: Sitwell, questions: QuestionSpec[]) => {
  const world = await arrangeForms(sitwell, questions)
  await enterExam(page, world)
  return world
}

export const heading = (page: Page, number: number) => page.getByRole('heading', { name: `Question ${number}`, exact: true })
export const next = (page: Page) => page.getByRole('button', { name: 'Next', exact: true }).click()

const head = (html: string) => ({ header: true, components: [{ kind: 'text', html }] })
const entry = (id: string, label: string) => ({ components: [{ kind: 'input', id, label, hidesLabel: true }] })
/** A form with headings: a table. */
export const accounts: QuestionSpec = {
  type: 'QGRID',
  text: '<p>Enter the accounts.</p>',
  columns: [2, 1, 1, 1],
  actions: [
    { id: 'accept', name: 'Accept them' },
    { id: 'reject', name: 'Reject them' },
  ],
  rows: [
    { cells: ['Item', 'Net', 'Tax', 'Gross'].map(head) },
    ...['Paper', 'Ink'].map((item) => ({
      cells: [head(item), ...['net', 'tax', 'gross'].map((column) => entry(`${item}-${column}`, `${item}, ${column}`))],
    })),
    {
      cells: [
        { span: 2, components: [{ kind: 'button', name: 'Accept', action: 'accept' }] },
        { span: 2, components: [{ kind: 'button', name: 'Reject', action: 'reject' }] },
      ],
    },
  ],
}
