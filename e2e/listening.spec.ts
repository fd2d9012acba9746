import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { exam, expect, expectNoViolations, organisation, signIn, test, trueFalse } from './fixtures.ts'

const at = (name: string) => fileURLToPath(new URL(`../../shared/data/audio/${name}`, import.meta.url))
const recording = (name: string) => new Uint8Array(readFileSync(at(name)))

// INTRO-211 INTRO-212 INTRO-213 INTRO-214 INTRO-218
test('before a listening exam the learner plays a sound, and starts once they say that they hear it', async ({
  page,
  sitwell,
}) => {
  test.skip(!existsSync(at('testcase.m4a')), 'shared/data/audio is not there')
  const files = { 'resources/talk.mp3': recording('1.5.mp3'), 'resources/try.m4a': recording('testcase.m4a') }
  const sections = [{ media: { url: 'resources/talk.mp3' }, questions: [trueFalse('The speaker is a pilot.', true)] }]
  const world = await sitwell.arrange(
    organisation({
      schedules: [{ exam: 0 }, { exam: 1 }],
      exams: [
        exam({ name: 'Listening', files, sections }),
        exam({
          name: 'With a test',
          files,
          sections,
          settings: { media: { url: 'resources/try.m4a', title: 'Hear us', text: '<p>A word to try.</p>' } },
        }),
      ],
    }),
  )
  await signIn(page, world)
  for (const [index, heading] of ['Check your sound', 'Hear us'].entries()) {
    await page.goto(`/exam/${world.exams[index]?.examGuid}`)
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    const start = page.getByRole('button', { name: 'Start' })
    await expect(start).toBeDisabled()
    const player = page.getByRole('group', { name: 'Test sound' })
    await player.getByRole('button', { name: 'Play' }).press('Enter')
    await expect(player.getByText('The recording has ended.')).toBeVisible()
    await expect(player.getByRole('button', { name: 'Play again' })).toBeFocused()
    await expectNoViolations(page)
    await page.getByRole('checkbox', { name: 'I can hear the sound' }).press('Space')
    await start.press('Enter')
    await expect(page.getByRole('heading', { name: 'Instructions' })).toBeVisible()
  }
})
