import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import type { Question } from '@sitwell/contract'
import type { ComponentPages } from '../apps/player/src/app/testing/component-pages/props.ts'
import { authoredQuestionsOf, layOutExam, layoutFor } from '../apps/server/src/assessment/form-run/lay-out-exam.ts'
import { readPackage } from '../apps/server/src/import/read-package.ts'
import { type QuestionSpec, writeExam } from './arrange-exam.ts'

/** Shows a component that `apps/player/src/app/testing/component-pages` knows by this name. */
export async function openComponent<Name extends keyof ComponentPages>(
  page: Page,
  name: Name,
  props: ComponentPages[Name],
): Promise<void> {
  await page.goto('/')
  // Boundary: the page has the same type for every name.
  const asked: readonly [keyof ComponentPages, ComponentPages[keyof ComponentPages]] = [name, props]
  await page.evaluate(([shown, given]) => window.openComponent(shown, given as ComponentPages[typeof shown]), asked)
}

interface QuestionsOptions extends Omit<ComponentPages['questions'], 'questions' | 'files'> {
  /** Changes a question after the server's rules have read it: for a state that no author writes, such as an earlier answer. */
  change?(question: Question, index: number): Question
}

/** Shows questions as a learner has them in an exam, with nothing of the exam around them. `files`: what they name, by path. */
export async function openQuestions(
  page: Page,
  questions: readonly QuestionSpec[],
  { files = {}, ...more }: QuestionsOptions & { files?: Readonly<Record<string, Uint8Array>> } = {},
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'sitwell-questions-'))
  try {
    const { path } = await writeExam({ questions: [...questions], files }, folder, 'exam')
    await openPackage(page, join(folder, path), more)
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Shows the questions of an exam package as the server gives them out: without their keys. */
export async function openPackage(
  page: Page,
  path: string,
  { change = (question) => question, ...more }: QuestionsOptions = {},
): Promise<void> {
  const reading = await readPackage({ path })
  if (!reading.ok) throw new Error(reading.problems.map(({ place, message }) => `${place}: ${message}`).join('\n'))
  const { exam, resources } = reading.package
  const { questions } = layoutFor({ questions: authoredQuestionsOf(exam), layout: layOutExam(exam) }, 'components')
  const files = resources.map(({ path: name, mediaType, bytes }) => [
    name,
    `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
  ])
  await openComponent(page, 'questions', { questions: questions.map(change), files: Object.fromEntries(files), ...more })
}

/** The answers that the learner gave on a component page, as they would be sent, the oldest first. */
export const answersOn = (page: Page) =>
  page.evaluate(() => window.componentChanges.flatMap(({ answer }) => (answer ? [answer] : [])))

/** The text of the last answer that the learner gave on a component page; undefined before the first one. */
export const answerTextOn = async (page: Page): Promise<string | undefined> => (await answersOn(page)).at(-1)?.answerText

/** The text of the last answer to each question of a component page, in the order in which they were first answered. */
export const answerTextsOn = async (page: Page): Promise<string[]> => {
  const changes = await page.evaluate(() => [...window.componentChanges])
  return [
    ...new Map(
      changes.flatMap(({ questionId, answer }) => (answer ? [[questionId, answer.answerText] as const] : [])),
    ).values(),
  ]
}
