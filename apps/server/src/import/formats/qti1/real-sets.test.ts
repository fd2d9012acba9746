import { existsSync, globSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { markingOf } from '@sitwell/question-types/marking'
import { unzipSync } from 'fflate'
import { describe, expect, test } from 'vitest'
import { readCourse } from '../../read-course.ts'
import { readPackage } from '../../read-package.ts'

/** Sets that nobody here wrote. They are not part of the project; without them these tests have nothing to show. */
const data = join(import.meta.dirname, '../../../../../../../shared/data/qti/canvas-1.2')

describe.runIf(existsSync(data))('question sets as Canvas exports them, skipped where ../shared/data is absent', () => {
  test.each(globSync(`${data}/canvas_qti_v1_2-*.zip`).map((path) => [basename(path), path]))(
    'each question of %s is asked, and the choice that its file names is the one that earns its point',
    async (_, path) => {
      const files = unzipSync(new Uint8Array(await readFile(path)))
      const [, bytes] = Object.entries(files).find(([name]) => name.endsWith('questions.xml')) ?? []
      const written = new TextDecoder().decode(bytes)
      const keys = [...written.matchAll(/<varequal respident="response1">(choice_\d+)<\/varequal>/g)].map(([, key]) => key)
      expect((await readCourse(path)).is).toBe('something else')
      const reading = await readPackage({ path })
      if (!reading.ok) throw new Error(JSON.stringify(reading.problems))
      const { exam, leftOut } = reading.package
      const all = exam.sections.flatMap(({ questions = [] }) => questions)
      expect([all.length, leftOut.filter(({ loss }) => loss === 'marks' || loss === 'structure')]).toEqual([keys.length, []])
      for (const [at, question] of all.entries()) {
        if (!('options' in question) || !question.options) throw new Error(question.type)
        const right = Number(keys[at]?.replace('choice_', ''))
        const scores = question.options.map(
          ({ id }) => markingOf(question).mark(question, { answerText: '', options: [{ optionID: id, optionText: '' }] }).score,
        )
        expect(scores).toEqual(scores.map((__, index) => (index + 1 === right ? 1 : 0)))
      }
    },
  )
})
