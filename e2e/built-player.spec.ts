import { glob, readFile } from 'node:fs/promises'
import { questionTypes } from '@sitwell/contract'
import { facetsOf } from '@sitwell/question-types/marking'
import { markingMarker } from '../script/check/marking-marker.ts'
import { expect, test } from './fixtures.ts'
import { showcaseQuestions } from './showcase.ts'

/** Long enough to stand nowhere by chance. */
const fewestCharacters = 8

const textsIn = (value: unknown): string[] => {
  if (typeof value === 'string') return value.length >= fewestCharacters ? [value] : []
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(textsIn) : []
}

const secretsOf = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, one]) =>
    ['key', 'answerKey', 'credit', 'markingNotes', 'markScheme'].includes(name) ? textsIn(one) : secretsOf(one),
  )
}

test('the built player holds the marking code of no question type, and no key of the showcase exam', async () => {
  const built: { path: string; text: string }[] = []
  for await (const path of glob('apps/player/dist/**/*.{js,css,html,json,map}'))
    built.push({ path, text: await readFile(path, 'utf8') })
  expect(built.length).toBeGreaterThan(10)
  const holding = (text: string) => built.filter((one) => one.text.includes(text)).map(({ path }) => path)
  for (const type of questionTypes) {
    const marker = facetsOf(type)?.marker ?? ''
    // The marker that stands in the code of each type is the one that is looked for.
    expect(marker, type).toBe(markingMarker)
    expect(holding(marker), type).toEqual([])
  }
  const secrets = [...(await showcaseQuestions()).values()].flatMap(secretsOf)
  expect(secrets.length).toBeGreaterThan(5)
  for (const secret of secrets) expect(holding(secret), secret).toEqual([])
})
