import { enterExam, exam, expect, longText, organisation, person, radio, signIn, test } from './fixtures.ts'
import { amiss, textSpacing, windows } from './geometry.ts'
import { pdfFile } from './pdf-file.ts'
import { resize, settled } from './settled.ts'

const german = {
  'exam.previous': 'Zurück',
  'exam.next': 'Weiter',
  'exam.finish': 'Prüfung beenden',
  'exam.instructions': 'Anweisungen',
  'exam.showQuestions': 'Fragen',
  'exam.scenario': 'Sachverhalt',
  'exam.questionTab': 'Frage',
  'bar.signOut': 'Abmelden',
}
const languages = {
  English: { languageId: 1, messages: {}, start: 'Start' },
  'words as long as German ones': { languageId: 1, messages: german, start: 'Start' },
  Arabic: { languageId: 2, messages: {}, start: 'ابدأ' },
}

for (const [name, { languageId, messages, start }] of Object.entries(languages)) {
  // NAV-216 NAV-217 NAV-323 NAV-324 RUN-313 CONST-203
  test(`in every window, from 320 by 256 to 2560 by 1440, all that leads through an exam is in reach and whole, also with wider text: ${name}`, async ({
    page,
    sitwell,
  }) => {
    const file = pdfFile({ pages: [{ lines: ['Rule 1'] }] })
    const scenarioText = '<p>The museum has one floor. Groups come in by the main door.</p>'.repeat(8)
    const lakes = Array.from({ length: 197 }, (_, index) => radio(`Which is lake ${index + 4}?`, ['North', 'South'], 0))
    const settings = { examTime: 10_860, introText: '<p>Bring a ruler.</p>' }
    const world = await sitwell.arrange({
      ...organisation({
        organisation: { languageId },
        people: [person({ languageId })],
        exams: [
          exam({
            name: 'Visitor Services Certificate, Level 2',
            settings,
            files: { 'resources/house-rules.pdf': file },
            sections: [
              {
                name: 'Before you open the doors',
                scenarioText,
                questions: [
                  radio('Where do you send <a href="resources/house-rules.pdf">them</a>?', ['Hall', 'Cloakroom', 'Shop'], 1, {
                    requiresCalculator: true,
                  }),
                  longText('Why?', { requiresWorkings: true }),
                  radio('Which fish?', ['Salmon', 'Otter'], 0),
                ],
              },
              { name: 'Lakes', questions: lakes },
            ],
          }),
        ],
      }),
      messages: Object.entries(messages).map(([id, text]) => ({ id, languageId, text })),
    })
    await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
    await page.getByRole('main').getByRole('button', { name: start, exact: true }).click()
    await page.locator('#question-1').waitFor()
    const look = async (where: string) => {
      const wrong: Record<string, string[]> = {}
      for (const [width, height] of windows) {
        await resize(page, { width, height })
        const found = await amiss(page)
        if (found.length > 0) wrong[`${width}×${height} ${where}`] = found
      }
      return wrong
    }
    expect(await look('')).toEqual({})
    const style = await page.addStyleTag({ content: textSpacing })
    expect(await look('with text spacing')).toEqual({})
    await style.evaluate((element) => element.parentNode?.removeChild(element))
    await page.setViewportSize({ width: 1280, height: 800 })
    await page.locator('nav li:nth-child(2) button').last().click()
    await page.locator('#question-5').waitFor()
    expect(await look('without a source')).toEqual({})
  })
}

test('no question stands elsewhere than the one before, with or without a scenario and tools', async ({ page, sitwell }) => {
  const scenarioText = '<p>A lake in spring.</p>'
  const withTools = radio('How deep?', ['5 m', '9 m'], 0, { requiresCalculator: true })
  const sections = [
    { scenarioText, questions: [radio('Which fish?', ['Salmon', 'Otter'], 0)] },
    { questions: [withTools, radio('Which bird?', ['Heron', 'Otter'], 0)] },
  ]
  const world = await sitwell.arrange(organisation({ exams: [exam({ sections })] }))
  await enterExam(page, world)
  for (const size of [
    { width: 1440, height: 900 },
    { width: 1024, height: 768 },
  ]) {
    await resize(page, size)
    const places: unknown[] = []
    for (const number of [1, 2, 3]) {
      await page
        .getByRole('navigation')
        .getByRole('button', { name: new RegExp(`^Question ${number},`) })
        .click()
      await expect(page.getByRole('heading', { level: 1, name: `Question ${number}` })).toBeVisible()
      await settled(page)
      const box = await page.getByRole('article').boundingBox()
      places.push([box?.x, box?.y, box?.width])
      if (number === 2) {
        const calculator = page.getByRole('button', { name: 'Calculator' })
        await calculator.click()
        await expect(page.getByRole('toolbar', { name: 'Calculator' })).toBeInViewport({ ratio: 0.9 })
        await calculator.click()
      }
    }
    expect(places).toEqual([places[0], places[0], places[0]])
    await expect(page.getByText('This question has no scenario.')).toBeVisible()
  }
})

test('the line between source and question moves by pointer and keys, says where it is, and stays where it was put', async ({
  page,
  sitwell,
}) => {
  const scenarioText = '<p>A lake in spring.</p>'
  const questions = [radio('Which fish?', ['Salmon', 'Otter'], 0), radio('Which bird?', ['Heron', 'Otter'], 0)]
  const world = await sitwell.arrange(organisation({ exams: [exam({ sections: [{ scenarioText, questions }] })] }))
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('main').getByRole('button', { name: 'Start', exact: true }).click()
  const divider = page.getByRole('separator', { name: 'Width of the source' })
  const scenario = page.getByRole('region', { name: 'Scenario' })
  await expect(divider).toHaveAttribute('aria-valuenow', '46')
  await divider.press('ArrowLeft')
  await expect(divider).toHaveAttribute('aria-valuenow', '41')
  await expect(page.getByRole('heading', { name: 'Question 1' })).toBeVisible()
  await divider.press('End')
  await expect(divider).toHaveAttribute('aria-valuenow', '70')
  const widthOf = async () => Math.round((await scenario.boundingBox())?.width ?? 0)
  const box = await divider.boundingBox()
  if (!box) throw new Error('There is no divider.')
  await page.mouse.move(box.x + box.width / 2, box.y + 80)
  await page.mouse.down()
  await page.mouse.move(700, box.y + 90, { steps: 4 })
  await page.mouse.up()
  await expect.poll(widthOf).toBeLessThan(540)
  const put = await divider.getAttribute('aria-valuenow')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Next', exact: true }).click()
  await expect(page.getByRole('heading', { name: 'Question 2' })).toBeVisible()
  await expect(divider).toHaveAttribute('aria-valuenow', put ?? '')
  await page.reload()
  await expect(divider).toHaveAttribute('aria-valuenow', put ?? '')
  // One above the other it has its own height.
  await page.setViewportSize({ width: 700, height: 900 })
  await expect(divider).toHaveAttribute('aria-orientation', 'horizontal')
  await divider.press('ArrowDown')
  await expect(divider).toHaveAttribute('aria-valuenow', '43')
  // On a phone the question comes first, and the source is a tab beside it.
  await page.setViewportSize({ width: 390, height: 844 })
  await expect(divider).toHaveCount(0)
  await expect(scenario).toHaveCount(0)
  await page.getByRole('tab', { name: 'Question' }).press('ArrowRight')
  await expect(page.getByRole('tab', { name: 'Scenario' })).toBeFocused()
  await expect(scenario).toBeVisible()
  await expect(page.getByRole('radio')).toHaveCount(0)
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(page.getByRole('radio', { name: 'Salmon' })).toBeVisible()
})
