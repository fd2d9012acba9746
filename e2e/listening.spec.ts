import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { playingTime } from '@sitwell/exam/media/audio'
import { onePixel } from '../apps/server/src/import/testing/make-package.ts'
import { exam, expect, expectNoViolations, organisation, signIn, startExam, test, trueFalse } from './fixtures.ts'

const tone = new Uint8Array(readFileSync(fileURLToPath(new URL('media/tone.mp3', import.meta.url))))
/** A real recording where it lies beside the project; elsewhere half a second's tone, this many times over. */
const recording = (name: string, times: number) => {
  const real = fileURLToPath(new URL(`../../shared/data/audio/${name}`, import.meta.url))
  if (existsSync(real)) return new Uint8Array(readFileSync(real))
  return Uint8Array.from(Array.from({ length: times }, () => [...tone]).flat())
}
const talkFile = () => recording('1.5.mp3', 40)
const toneFile = () => recording('testcase.m4a', 1)

// INTRO-211 INTRO-212 INTRO-213 INTRO-214 INTRO-218
test('before a listening exam the learner plays a sound, and starts once they say that they hear it', async ({
  page,
  sitwell,
}) => {
  const files = { 'resources/talk.mp3': talkFile(), 'resources/try.m4a': toneFile() }
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

// INTRO-226 API-213
test('a recording and a picture that are the organisation’s own come from its files, and from no other organisation’s', async ({
  page,
  sitwell,
}) => {
  const url = '~/ROOT/sounds/our talk.mp3'
  const picture = '<p><img src="~/ROOT/pictures/dot.png" alt="A dot"></p>'
  const sections = [{ media: { url, title: 'The pilot' }, questions: [trueFalse(`${picture}She flies.`, true)] }]
  const files = { 'sounds/our talk.mp3': talkFile(), 'pictures/dot.png': onePixel }
  const world = await sitwell.arrange(organisation({ files, exams: [exam({ name: 'Listening', sections })] }))
  const others = await sitwell.arrange(organisation({}))
  const addresses = new Map<string, number>()
  page.on('response', (response) => {
    if (response.url().includes('/resource/')) addresses.set(response.url(), response.status())
  })
  await signIn(page, world, { at: `/exam/${world.exams[0]?.examGuid}` })
  await page.getByRole('checkbox', { name: 'I can hear the sound' }).press('Space')
  await page.getByRole('button', { name: 'Start' }).dispatchEvent('click')
  await startExam(page)
  await expect(page.getByRole('img', { name: 'A dot' })).toHaveJSProperty('naturalWidth', 1)
  await page.getByRole('group', { name: 'The pilot' }).getByRole('button', { name: 'Play' }).click()
  await expect(page.getByText(/^0:(0[2-9]|[1-5]\d) of/)).toBeVisible()
  const own = [...addresses].filter(([address]) => address.includes('/resource/ROOT/'))
  expect(own.map(([, status]) => Math.floor(status / 100))).toEqual(own.map(() => 2))
  expect(own.map(([address]) => address).join(' ')).toMatch(/ROOT\/sounds\/our%20talk\.mp3\?orgID=/)
  for (const [address] of own) {
    const of = (change: (to: URL) => void) => {
      const to = new URL(address)
      change(to)
      return to.href
    }
    for (const stolen of [
      of(({ searchParams }) => searchParams.set('orgID', String(others.orgId))),
      of(({ searchParams }) => searchParams.delete('token')),
      of(({ searchParams }) => searchParams.set('token', `${searchParams.get('token')}x`)),
    ])
      expect((await page.request.get(stolen)).status()).toBe(404)
  }
})

// INTRO-223 ENT-322 ERR-218
test('a recording goes on from question to question and from where it stood after a reload; one that fails says so', async ({
  page,
  sitwell,
}) => {
  const files = {
    'resources/talk.mp3': talkFile(),
    'resources/tone.m4a': toneFile(),
    'resources/broken.mp3': new TextEncoder().encode('This is no recording.'),
  }
  const talk = { media: { url: 'resources/talk.mp3', title: 'The pilot', text: '<p>You hear a pilot.</p>', canPause: true } }
  const tone = { media: { url: 'resources/tone.m4a', autoPlay: true, autoRepeat: false } }
  const broken = { media: { url: 'resources/broken.mp3' } }
  const says = (text: string) => trueFalse(text, true)
  const sections = [
    { ...talk, questions: [says('She flies at night.'), says('She is afraid.')] },
    { ...tone, questions: [says('The tone is high.')] },
    { ...broken, questions: [says('Nothing is heard.')] },
  ]
  const world = await sitwell.arrange(organisation({ exams: [exam({ name: 'Listening', files, sections })] }))
  await signIn(page, world)
  await page.goto(`/exam/${world.exams[0]?.examGuid}`)
  await page.getByRole('checkbox', { name: 'I can hear the sound' }).press('Space')
  for (const heading of ['Check your sound', 'Instructions']) {
    await expect(page.getByRole('heading', { name: heading })).toBeVisible()
    // As a screen reader presses it: two quick keys would be taken for one press.
    await page.getByRole('button', { name: 'Start' }).dispatchEvent('click')
  }

  const pilot = page.getByRole('group', { name: 'The pilot' })
  await expect(page.getByText('You hear a pilot.')).toBeVisible()
  await pilot.getByRole('button', { name: 'Play' }).click()
  await expect(pilot.getByText(/^0:(0[2-9]|[1-5]\d) of/)).toBeVisible()
  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { name: 'Question 2', exact: true })).toBeVisible()
  await pilot.getByRole('button', { name: 'Pause' }).press('Enter')
  const sound = pilot.locator('audio')
  await expect(sound).toHaveJSProperty('paused', true)
  const heardSeconds = await sound.evaluate((audio: HTMLAudioElement) => audio.currentTime)
  const stood = pilot.getByText(`${playingTime(heardSeconds)} of`)
  await expect(stood).toBeVisible()
  await expectNoViolations(page)

  await page.reload()
  await expect(pilot.getByRole('button', { name: 'Go on playing' })).toBeVisible()
  await expect(stood).toBeVisible()

  await page.getByRole('button', { name: 'Next' }).click()
  const second = page.getByRole('group', { name: 'Recording' })
  await expect(second.getByText('The recording has ended. It plays only once.')).toBeVisible()
  await expect(second.getByRole('button', { name: 'Play again' })).toBeDisabled()

  await page.getByRole('button', { name: 'Next' }).click()
  await expect(page.getByText(/^Error: .*broken\.mp3/)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
  await page.getByRole('button', { name: 'Previous' }).click()
  await expect(second.getByText('The recording has ended. It plays only once.')).toBeVisible()
})
