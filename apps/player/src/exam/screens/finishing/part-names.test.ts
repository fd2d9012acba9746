import type { ExamContent, Section } from '@sitwell/contract'
import { createCatalogue } from '@sitwell/i18n/catalogue'
import { arabic, english } from '@sitwell/i18n/languages'
import { readOwnTexts } from '@sitwell/i18n/own-texts'
import { readMessages } from '@sitwell/i18n/read-messages'
import { textsOf } from '@sitwell/i18n/testing/texts-of'
import { describe, expect, test } from 'vitest'
import { partNames } from './part-names.ts'

const exam = {
  content: { examName: 'Biology' } as ExamContent,
  sections: new Map([
    ['a', { name: 'Cells' } as Section],
    ['b', { name: 'Plants' } as Section],
    ['c', { name: ' ' } as Section],
  ]),
}
const { text } = textsOf()
const part = { kind: 'part', partId: 'a', nextPartId: 'b' } as const

describe('the texts of finishing', () => {
  // FIN-310 FIN-309
  test('name the part and the next one, in titles and texts, in both languages', () => {
    const names = partNames(exam, part, text, false)
    expect(text('exam.partFinishTitle', names)).toBe('Finish Cells?')
    expect(text('exam.partFinishText', names)).toContain('You go on to Plants. You can’t come back to Cells')
    const arabicText = textsOf(arabic).text
    for (const id of [
      'exam.partFinishTitle',
      'exam.partFinishText',
      'exam.partFinishedTitle',
      'exam.partFinishedText',
    ] as const) {
      expect(text(id, names)).toMatch(/Cells|Plants/)
      expect(arabicText(id, names)).toMatch(/Cells|Plants/)
    }
  })

  test('know the names in an organisation’s own wording too, also at the end of the exam', async () => {
    const texts = await readOwnTexts(new Map([['exam.finishTitle', '{exam}: {part} then {nextPart}']]))
    const own = createCatalogue(readMessages('en', 'player'), english, texts)
    expect(own.text('exam.finishTitle', partNames(exam, part, own.text, false))).toBe('Biology: Cells then Plants')
    expect(own.text('exam.finishTitle', partNames(exam, { kind: 'exam' }, own.text, false))).toBe(
      'Biology: this part then the next part',
    )
  })

  test('say it in other words where names are hidden or missing', () => {
    expect(partNames(exam, part, text, true)).toEqual({ exam: 'Biology', part: 'this part', nextPart: 'the next part' })
    expect(partNames(exam, { ...part, nextPartId: 'c' }, text, false).nextPart).toBe('the next part')
  })

  test('name no next part where answers decide which one it is', () => {
    const sealedParts = [{ partId: 'b', sealed: '', hangsOnAnswers: true }]
    const routed = { ...exam, content: { ...exam.content, sealedParts } }
    expect(partNames(routed, part, text, false)).toMatchObject({ part: 'Cells', nextPart: 'the next part' })
    expect(partNames(routed, { ...part, nextPartId: 'a' }, text, false).nextPart).toBe('Cells')
  })
})
