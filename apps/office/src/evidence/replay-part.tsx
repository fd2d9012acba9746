import { officeReplaySteps, type ReplayStep, type ReplyOf } from '@sitwell/contract'
import { Choice } from '@sitwell/office-ui/choice.tsx'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useId, useRef, useState } from 'react'
import { officeQuery } from '../calls/office-query.ts'
import { useClockText } from '../live/use-clock-text.ts'
import { useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import styles from './replay.module.css'
import { standingAfter, stepsAbout, withoutRepeats } from './standing.ts'
import type { SittingName } from './use-evidence.ts'

type Replayed = ReplyOf<typeof officeReplaySteps>

/** The literal text that the learner typed or chose, under the headings of the replay file. */
const Quotes = ({ quotes }: Pick<ReplayStep, 'quotes'>) => {
  const { text } = useOffice()
  return (
    <dl className={styles.quotes}>
      {withoutRepeats(quotes).map(({ about, text: words }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the quotes of a step keep their order
        <div key={at}>
          <dt lang="en" dir="ltr">
            {about}
          </dt>
          <dd dir="auto">{words === '' ? text('evidence.replay.blank') : words}</dd>
        </div>
      ))}
    </dl>
  )
}

const Player = ({ replay: { steps, questions, left } }: { readonly replay: Replayed }) => {
  const { text, language } = useOffice()
  const clock = useClockText()
  const ids = { step: useId(), slider: useId() }
  const [about, setAbout] = useState('')
  const [chosen, setChosen] = useState(0)
  const player = useRef<HTMLDivElement>(null)
  // It takes the place of the button that asked for it.
  useEffect(() => player.current?.focus(), [])
  const places = stepsAbout(steps, about)
  // Where the choice of a question leaves no such step, the nearest one before it shows.
  const at = Math.max(
    0,
    places.findLastIndex((place) => place <= chosen),
  )
  const place = places[at] ?? 0
  const step = steps[place]
  if (!step) return <p>{text('evidence.replay.none')}</p>
  const go = (to: number) => setChosen(places[Math.min(Math.max(to, 0), places.length - 1)] ?? 0)
  const number = (value: number) => value.toLocaleString(language.code)
  const position = text('evidence.replay.position', { at: number(at + 1), of: number(places.length) })
  const standing = standingAfter(steps, place)
  const moment = clock(Date.parse(step.at))
  return (
    <div ref={player} role="group" aria-label={text('evidence.replay.heading')} tabIndex={-1} className={styles.player}>
      <div className={styles.choose}>
        <Choice
          label={text('evidence.replay.about')}
          value={about}
          onChange={setAbout}
          options={[
            { id: '', title: text('evidence.replay.all') },
            ...questions.map(({ id, number: of, text: words }) => ({ id, title: `${of}. ${words}` })),
          ]}
        />
      </div>
      {places.length === 0 ? (
        <p>{text('evidence.replay.noSteps')}</p>
      ) : (
        <>
          <div className={styles.bar}>
            <Button className={density.press} onPress={() => go(at - 1)}>
              {text('evidence.replay.back')}
            </Button>
            <div className={styles.slide}>
              <label htmlFor={ids.slider}>{text('evidence.replay.moment')}</label>
              <input
                id={ids.slider}
                type="range"
                min={0}
                max={places.length - 1}
                step={1}
                value={at}
                aria-valuetext={`${position}, ${moment}`}
                aria-describedby={ids.step}
                onChange={(event) => go(Number(event.target.value))}
              />
            </div>
            <Button className={density.press} onPress={() => go(at + 1)}>
              {text('evidence.replay.forth')}
            </Button>
          </div>
          <div role="status" id={ids.step} className={styles.step}>
            <p className={styles.when}>{[position, moment, text(`evidence.replay.clock.${step.clock}`)].join(' · ')}</p>
            {/* The words of the server are English, as those of the file. */}
            <p lang="en" dir="ltr">
              <bdi>{step.who}</bdi>: <bdi>{step.what}</bdi>
            </p>
          </div>
          {!step.stands && step.quotes.length > 0 && <Quotes quotes={step.quotes} />}
        </>
      )}
      <h3 className={styles.heading}>{text('evidence.replay.then')}</h3>
      <ol className={styles.questions}>
        {questions
          .filter(({ id }) => about === '' || id === about)
          .map(({ id, number: of, text: words }) => {
            const stands = standing.get(id)
            const isNow = step.questionID === id
            return (
              <li key={id} className={styles.question} data-now={isNow || undefined}>
                <p className={styles.asked}>
                  <span>{`${of}.`}</span> <span dir="auto">{words}</span>{' '}
                  {isNow && (
                    <span className={styles.now}>{text(step.stands ? 'evidence.replay.changed' : 'evidence.replay.here')}</span>
                  )}
                </p>
                {stands ? <Quotes quotes={stands.quotes} /> : <p className={styles.quiet}>{text('evidence.replay.nothing')}</p>}
              </li>
            )
          })}
      </ol>
      {left > 0 && <p>{text('evidence.replay.left', { count: left })}</p>}
    </div>
  )
}

/** The sitting step by step, once somebody asks for it: what happened at each moment, and what stood on each question then. */
export const ReplayPart = ({ sitting }: { readonly sitting: SittingName }) => {
  const { api, text } = useOffice()
  const [isAsked, setAsked] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({
    ...officeQuery(api, officeReplaySteps, { query: { ...sitting } }),
    enabled: isAsked,
    // Each look is in the security log.
    staleTime: Number.POSITIVE_INFINITY,
    refetchOnWindowFocus: false,
  })
  if (isAsked && data) return <Player replay={data} />
  return (
    <div className={styles.player}>
      <p className={styles.quiet}>{text('evidence.replay.words')}</p>
      {error !== null && !isFetching && <Problem>{failureText(error.failure, text)}</Problem>}
      <div>
        <Button
          className={density.press}
          isPending={isFetching}
          onPress={() => {
            if (isAsked) void refetch()
            else setAsked(true)
          }}
        >
          {text('evidence.replay.show')}
        </Button>
      </div>
    </div>
  )
}
