import { expect, test } from 'vitest'
import { audioSettings } from './exam-content.ts'

// ENT-213 INTRO-227 INTRO-228 INTRO-229 INTRO-230
test('a recording of which only the file is said waits a second, plays when asked, may be heard again and not be paused', () => {
  expect(audioSettings.parse({ url: 'resources/talk.mp3' })).toEqual({
    title: '',
    text: '',
    autoPlay: false,
    autoDelay: 1,
    autoRepeat: true,
    canPause: false,
    check: false,
    url: 'resources/talk.mp3',
  })
})
