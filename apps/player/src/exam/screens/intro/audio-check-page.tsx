import type { ExamContent } from '@sitwell/contract'
import { unheard } from '@sitwell/exam/media/audio'
import { Button } from '@sitwell/ui/button.tsx'
import { Card } from '@sitwell/ui/card.tsx'
import { Checkbox } from '@sitwell/ui/checkbox.tsx'
import { Html } from '@sitwell/ui/html.tsx'
import { useHtmlReading } from '@sitwell/ui/html-reading.tsx'
import { Page } from '@sitwell/ui/page.tsx'
import { useEffect, useState } from 'react'
import { usePlayer } from '../../../context/player-context.tsx'
import { AudioPlayer } from '../audio/audio-player.tsx'
import styles from './intro-screen.module.css'
import { testSound } from './test-sound.ts'

/** The test sound as an address, for as long as the page shows. */
const useTestSound = (isNeeded: boolean) => {
  const [address, setAddress] = useState<string>()
  useEffect(() => {
    if (!isNeeded) return
    const url = URL.createObjectURL(testSound())
    setAddress(url)
    return () => URL.revokeObjectURL(url)
  }, [isNeeded])
  return address
}

/** However the recording is played in the exam, the check can be heard as often as it takes. */
const manner = { autoPlay: false, autoDelay: 0, autoRepeat: true, canPause: true }

/** Before an exam with recordings: the learner plays a sound, and says that they hear it (spec 2 §2). */
const AudioCheckPage = ({
  media,
  onChecked,
}: {
  /** What the exam brings for it; without it, a sound of our own. */
  readonly media: ExamContent['settings']['media']
  onChecked(): void
}) => {
  const { text } = usePlayer()
  const { resolveUrl } = useHtmlReading()
  const [isHeard, setHeard] = useState(false)
  const sound = useTestSound(media === undefined)
  const title = media?.title ? media.title : text('exam.audioCheckTitle')
  const address = media ? resolveUrl?.(media.url) : sound
  return (
    <Page align="centre" width="card">
      <Card width="card">
        <h1 className={styles.title}>{title}</h1>
        {media?.text ? <Html html={media.text} /> : <p>{text('exam.audioCheckText')}</p>}
        {(media || sound) && (
          <div className={styles.sound}>
            <AudioPlayer
              title={text('exam.audioCheckSound')}
              url={media?.url ?? ''}
              address={address}
              manner={manner}
              heard={unheard}
            />
          </div>
        )}
        <Checkbox isSelected={isHeard} onChange={setHeard}>
          {text('exam.audioCheckTick')}
        </Checkbox>
        <p className={styles.help}>{text('exam.audioCheckHelp')}</p>
        <div className={styles.actions}>
          <Button variant="primary" isDisabled={!isHeard} onPress={onChecked}>
            {text('exam.start')}
          </Button>
        </div>
      </Card>
    </Page>
  )
}

export default AudioCheckPage
