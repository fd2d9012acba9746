import type { Page } from '@playwright/test'
import { expect, expectNoViolations, openExam, organisation, person, signIn, startExam, test } from './fixtures.ts'
import { heading, next } from './grid-forms.ts'
import { pressFinish } from './press-finish.ts'
import { writeTemplatePackage } from './template-questions.ts'

/** The two numbers of the question that is shown. */
const numbersOn = async (page: Page) => {
  const text = page.getByText(/^How much is \d{5} and \d{5}\?/)
  await expect(text).toBeVisible()
  const [first = 0, second = 0] = ((await text.textContent()) ?? '').match(/\d{5}/g)?.map(Number) ?? []
  return { first, second }
}

test('two learners of one exam have numbers of their own, which a reload and the way back show again, and each is marked by their own', async ({
  page,
  browser,
  sitwell,
}) => {
  const { path, remove } = await writeTemplatePackage()
  const people = [person(), person({ username: 'other', firstName: 'Tomos', lastName: 'Rees' })]
  const world = await sitwell.arrange(
    organisation({
      exams: [],
      packages: [path],
      people,
      schedules: people.map(({ username }) => ({ username })),
    }),
  )
  await remove()
  const name = world.exams[0]?.name ?? ''
  const elsewhere = await browser.newContext({
    baseURL: sitwell.origin,
    viewport: { width: 390, height: 844 },
    locale: 'en-GB',
  })
  const other = await elsewhere.newPage()
  const given: string[] = []
  for (const one of [page, other])
    one.on('response', async (response) => {
      if (response.url().includes('/exam/json')) given.push(await response.text().catch(() => ''))
    })
  for (const [one, as] of [
    [page, world.people[0]],
    [other, world.people[1] ?? world.people[0]],
  ] as const) {
    await signIn(one, world, { as })
    await openExam(one, { name })
    await startExam(one)
  }
  const own = await numbersOn(page)
  const others = await numbersOn(other)
  expect(others).not.toEqual(own)
  await expectNoViolations(page)
  await expectNoViolations(other)

  // Both type what is right for the first of them alone.
  const right = `${own.first + own.second}`
  for (const one of [page, other]) {
    await one.getByRole('main').getByRole('textbox').fill(right)
    await next(one)
    await expect(heading(one, 2)).toBeVisible()
  }
  const options = async (one: Page) => {
    const text = (await one.getByText(/^Which is \d{5} less 10000\?/).textContent()) ?? ''
    return `${Number(/\d{5}/.exec(text)?.[0]) - 10000}`
  }
  await page.getByRole('radio', { name: `It is ${await options(page)}`, exact: true }).check()
  await other.getByRole('radio', { name: `It is not ${await options(other)}`, exact: true }).check()

  await expect.poll(async () => (await sitwell.answersOf(world)).length).toBe(2)
  await page.reload()
  await expect(page.getByRole('radio', { name: /^It is \d/ })).toBeChecked()
  await page.getByRole('button', { name: 'Previous', exact: true }).press('Enter')
  await expect(heading(page, 1)).toBeVisible()
  expect(await numbersOn(page)).toEqual(own)
  await expect(page.getByRole('main').getByRole('textbox')).toHaveValue(right)

  expect(given.length).toBeGreaterThan(1)
  // No key, no rules, and nothing that represents a number.
  for (const text of given) expect(text).not.toMatch(/[⟦⟧]|rocessing|emplate|FIRST|"right"|"wrong"/)

  for (const [one, marks] of [
    [page, '2 of 2'],
    [other, '0 of 2'],
  ] as const) {
    await pressFinish(one)
    await one.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(one.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
    await expect(one.getByText(marks)).toBeVisible()
  }
  await elsewhere.close()
})
