import { answerTo } from '@sitwell/question-types/marking'
import { describe, expect, test } from 'vitest'
import { matroskaBytes, mp4Bytes } from '../../testing/film-bytes.ts'
import { declare, readItemOf } from '../../testing/qti-item.ts'

const score = '<outcomeDeclaration identifier="SCORE" cardinality="single" baseType="float"/>'
const bytes = new TextEncoder().encode('a recording')
const films = { 'films/lock.mp4': mp4Bytes(), 'films/lock.webm': matroskaBytes(), 'films/new.mp4': mp4Bytes('hvc1') }
const files = { ...films, 'sounds/call.mp3': bytes, 'sounds/call.vtt': new TextEncoder().encode('WEBVTT\n') }
const heardTwice = `<responseProcessing><responseCondition><responseIf><gte><variable identifier="RESPONSE"/><baseValue baseType="integer">2</baseValue></gte><setOutcomeValue identifier="SCORE"><baseValue baseType="float">1</baseValue></setOutcomeValue></responseIf><responseElse><setOutcomeValue identifier="SCORE"><baseValue baseType="float">0</baseValue></setOutcomeValue></responseElse></responseCondition></responseProcessing>`
const object = '<object type="audio/mpeg" data="sounds/call.mp3">A call</object>'

const itemWith = (media: string, more = '', rules = '') =>
  `${declare('RESPONSE', 'single integer', [])}${score}<itemBody><p>Hear the call.</p>${media}${more}</itemBody>${rules}`
const interaction = (inside: string, attributes = '') =>
  `<mediaInteraction responseIdentifier="RESPONSE" ${attributes}>${inside}</mediaInteraction>`

type Read = Awaited<ReturnType<typeof readItemOf>>
const recordingIn = ({ question }: Read) => {
  if (question.type !== 'QGRID') throw new Error(`a ${question.type}`)
  return question.rows
    .flatMap(({ cells }) => cells.flatMap(({ components }) => components))
    .find(({ kind }) => kind === 'recording')
}
/** The score of an answer in which the recording was begun so often; undefined if a learner can't have. */
const scoreFor = ({ question, scoreOf }: Read, count: number) => {
  if (question.processing?.kind !== 'qti') throw new Error('not marked by its processing')
  const value = { cardinality: 'single' as const, baseType: 'integer' as const, value: count }
  const answer = answerTo(question, question.processing.responses, new Map([['RESPONSE', value]]))
  return answer && scoreOf(answer.answerText, [])
}

describe('a mediaInteraction', () => {
  test('is a recording with its plays, marked by how often it was begun', async () => {
    const media = interaction(object, 'autostart="true" minPlays="1" maxPlays="3" loop="true"')
    const item = await readItemOf(itemWith(media, '', heardTwice), { files })
    expect(recordingIn(item)).toMatchObject({
      ...{ kind: 'recording', src: 'sounds/call.mp3', least: 1, most: 3, autoPlay: true, repeats: true },
    })
    expect(item.resources).toMatchObject([{ path: 'sounds/call.mp3' }])
    expect([1, 2, 3, 4].map((count) => scoreFor(item, count))).toEqual([0, 1, 1, undefined])
    expect(item.leftOut).toEqual([])
  })

  test.each([
    ['object', '<object type="video/mp4" data="films/lock.mp4" width="320" height="180">A lock</object>', 'films/lock.mp4'],
    ['video', '<video src="films/lock.webm"/>', 'films/lock.webm'],
    [
      'video of several sources',
      '<video><source src="films/lock.mov"/><source src="films/new.mp4"/><source src="films/lock.webm"/></video>',
      'films/lock.webm',
    ],
  ])('with a film (%s) is one too, and its plays count', async (_, film, src) => {
    const media = interaction(film, 'minPlays="1" maxPlays="3" autostart="true" loop="true"')
    const item = await readItemOf(itemWith(media, '', heardTwice), { files })
    expect(recordingIn(item)).toMatchObject({ kind: 'recording', src, least: 1, most: 3, autoPlay: true, repeats: true })
    expect(item.resources).toMatchObject([{ path: src, mediaType: src.endsWith('mp4') ? 'video/mp4' : 'video/webm' }])
    expect([1, 2, 3, 4].map((count) => scoreFor(item, count))).toEqual([0, 1, 1, undefined])
    expect(item.leftOut).toEqual([])
  })

  test('with a film has the film’s captions', async () => {
    const film = '<video src="films/lock.webm"><track kind="captions" src="sounds/call.vtt"/></video>'
    const item = await readItemOf(itemWith(interaction(film)), { files })
    expect(recordingIn(item)).toMatchObject({ src: 'films/lock.webm', captions: 'sounds/call.vtt' })
    expect(item.resources.map(({ path }) => path).sort()).toEqual(['films/lock.webm', 'sounds/call.vtt'])
  })

  test('alone, with nothing said of marks, is asked and not marked', async () => {
    const item = await readItemOf(itemWith(interaction(object)), { files })
    expect(recordingIn(item)).toMatchObject({ least: 0, most: 0, autoPlay: false, repeats: false })
    expect(item.question).toMatchObject({ marks: 0, processing: { kind: 'none' } })
  })

  test('of QTI 3 has the first of its sources that is played, its captions, and stands beside a choice', async () => {
    const media =
      '<qti-media-interaction response-identifier="RESPONSE" max-plays="2" autostart="false"><qti-prompt>The call</qti-prompt><audio><source src="sounds/call.ogg" type="audio/ogg"/><source src="sounds/call.mp3"/><track kind="captions" src="sounds/call.vtt"/></audio></qti-media-interaction>'
    const choice =
      '<qti-choice-interaction response-identifier="WHO" max-choices="1"><qti-prompt>Who calls?</qti-prompt><qti-simple-choice identifier="A">Ann</qti-simple-choice><qti-simple-choice identifier="B">Ben</qti-simple-choice></qti-choice-interaction>'
    const item = await readItemOf(
      `<qti-response-declaration identifier="RESPONSE" cardinality="single" base-type="integer"/><qti-response-declaration identifier="WHO" cardinality="single" base-type="identifier"><qti-correct-response><qti-value>B</qti-value></qti-correct-response></qti-response-declaration><qti-outcome-declaration identifier="SCORE" cardinality="single" base-type="float"/><qti-item-body>${media}${choice}</qti-item-body><qti-response-processing><qti-response-condition><qti-response-if><qti-match><qti-variable identifier="WHO"/><qti-correct identifier="WHO"/></qti-match><qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">1</qti-base-value></qti-set-outcome-value></qti-response-if><qti-response-else><qti-set-outcome-value identifier="SCORE"><qti-base-value base-type="float">0</qti-base-value></qti-set-outcome-value></qti-response-else></qti-response-condition></qti-response-processing>`,
      { files: { ...files, 'sounds/call.ogg': bytes } },
    )
    expect(recordingIn(item)).toMatchObject({ src: 'sounds/call.mp3', captions: 'sounds/call.vtt', most: 2, hidesLabel: true })
    expect(item.resources.map(({ path }) => path).sort()).toEqual(['sounds/call.mp3', 'sounds/call.vtt'])
    expect(item.items).toMatchObject([{ question: { marking: 'by its processing', marks: 1 } }])
  })

  test.each([
    [
      'a film of another kind',
      '<object type="video/quicktime" data="films/lock.mov"/>',
      /film .{1,2}films\/lock.mov.{1,2} is no MP4 \(H.264\) or WebM/,
    ],
    [
      'a film that few browsers play',
      '<video src="films/new.mp4"/>',
      /film .{1,2}films\/new.mp4.{1,2} is no MP4 \(H.264\) or WebM/,
    ],
    ['a film that is missing', '<video src="films/other.mp4"/>', /Its film .{1,2}films\/other.mp4.{1,2} is missing/],
    ['a sound of another kind', '<audio src="sounds/call.ogg"/>', /sounds\/call.ogg.{1,2} is no MP3 or M4A/],
    ['nothing', '<p>Nothing</p>', /not named/],
    [
      'a recording that is missing',
      '<audio src="sounds/other.mp3"/>',
      /Its recording .{1,2}sounds\/other.mp3.{1,2} is missing/,
    ],
  ])('with %s leaves out its item, and says why', async (_, inside, why) => {
    await expect(readItemOf(itemWith(interaction(inside)), { files })).rejects.toThrow(why)
  })
})
