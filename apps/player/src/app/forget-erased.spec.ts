import type { Page } from '@playwright/test'
import { exam, expect, openExam, organisation, person, radio, signIn, startExam, test } from '../../../../e2e/fixtures.ts'
import { pressFinish } from '../../../../e2e/press-finish.ts'

/** All that the browser keeps in its store and beside it, as text. */
const stored = (page: Page) =>
  page.evaluate(async () => {
    const opening = indexedDB.open('sitwell')
    const database = await new Promise<IDBDatabase>((resolve) => {
      opening.onsuccess = () => resolve(opening.result)
    })
    const texts = await Promise.all(
      [...database.objectStoreNames].map(
        (name) =>
          new Promise<string>((resolve) => {
            const place = database.transaction(name).objectStore(name)
            const [keys, values] = [place.getAllKeys(), place.getAll()]
            values.onsuccess = () => resolve(JSON.stringify([keys.result, values.result]))
          }),
      ),
    )
    database.close()
    return texts.join() + JSON.stringify(localStorage['sitwell.examSession'] ?? '')
  })

test('what a browser keeps of a person who was erased goes as somebody comes to the sign-in page', async ({
  page,
  sitwell,
}) => {
  const world = await sitwell.arrange(
    organisation({
      people: [person({ username: 'ada' }), person({ username: 'ben' })],
      exams: [exam({ name: 'Fishes', questions: [radio('Which?', ['a', 'b'], 0)] })],
      schedules: [{ username: 'ada' }, { username: 'ben' }],
    }),
  )
  const guids = world.people.map(({ userGuid }) => userGuid)
  for (const learner of world.people) {
    await signIn(page, world, { as: learner })
    await openExam(page, { name: 'Fishes' })
    await startExam(page)
    await page.getByRole('radio').first().click()
    await pressFinish(page)
    await page.getByRole('alertdialog').getByRole('button', { name: 'Finish' }).click()
    await expect(page.getByRole('heading', { name: 'Assessment complete' })).toBeVisible()
  }
  for (const guid of guids) expect(await stored(page)).toContain(guid)
  await sitwell.command(world, 'person', 'erase', 'ada')
  const asked = page.waitForResponse('**/erased-people')
  await page.evaluate(() => sessionStorage.clear())
  await page.goto(world.loginPath)
  expect((await asked).ok()).toBe(true)
  await expect.poll(() => stored(page)).not.toContain(guids[0])
  expect(await stored(page)).toContain(guids[1])
})
