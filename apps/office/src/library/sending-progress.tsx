import { mostUploads } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Progress } from '@sitwell/office-ui/progress.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { classNames } from '@sitwell/ui/class-names.ts'
import { useEffect } from 'react'
import { type OfficeText, useOffice } from '../office-context.tsx'
import { failureText } from '../people/failure-text.ts'
import type { Sending, Sendings } from './sending/sendings.ts'
import { sizeText } from './size-text.ts'
import styles from './upload.module.css'

const minuteMs = 60_000

const remainingText = (remainingMs: number | undefined, text: OfficeText): string => {
  if (remainingMs === undefined) return text('library.send.estimating')
  if (remainingMs < minuteMs) return text('library.send.seconds', { count: Math.max(1, Math.ceil(remainingMs / 1000)) })
  return text('library.send.minutes', { count: Math.ceil(remainingMs / minuteMs) })
}

const endText = ({ ended, fileName: name }: Sending, text: OfficeText): string | undefined => {
  if (ended === undefined) return undefined
  if (ended === 'unreadable') return text('library.send.unreadable', { name })
  if (ended.kind === 'unreachable') return text('library.send.noAnswer')
  switch (ended.code) {
    case 'BODY_TOO_LARGE':
      return text('library.send.tooLarge', { name })
    case 'TOO_MANY_FILES':
      return text('library.send.tooMany', { count: mostUploads })
    case 'NOT_FOUND':
      return text('library.send.gone')
    default:
      return failureText(ended, text)
  }
}

const waitText = ({ waitsFor }: Sending, text: OfficeText): string => {
  if (waitsFor === undefined) return ''
  if (waitsFor.kind === 'refused' && waitsFor.code === 'CANNOT_SAVE') return text('library.send.noRoom')
  return text(waitsFor.kind === 'unreachable' ? 'library.send.noConnection' : 'library.send.busy')
}

/** How far a file is on its way from this page: bytes, share, time, and why it doesn't continue. */
export const SendingProgress = ({ of, sendings }: { readonly of: Sending; readonly sendings: Sendings }) => {
  const { text, language } = useOffice()
  const { uploadId, fileName, fileSize, sentBytes, ended, waitsFor } = of
  const isOnWay = ended === undefined
  useEffect(() => {
    if (!isOnWay) return
    // What has left stays on the server, but the rest goes only from here.
    const ask = (event: BeforeUnloadEvent) => event.preventDefault()
    addEventListener('beforeunload', ask)
    return () => removeEventListener('beforeunload', ask)
  }, [isOnWay])
  const percent = new Intl.NumberFormat(language.code, { style: 'percent' }).format(
    Math.floor((100 * sentBytes) / fileSize) / 100,
  )
  const words = text('library.send.progress', {
    done: sizeText(sentBytes, language.code),
    total: sizeText(fileSize, language.code),
    percent,
  })
  const problem = endText(of, text)
  return (
    <div className={classNames(density.compact, styles.sending)}>
      <Progress label={text('library.send.label', { name: fileName })} done={sentBytes} total={fileSize} words={words} />
      {isOnWay && waitsFor === undefined && <p className={styles.quiet}>{remainingText(of.remainingMs, text)}</p>}
      <p role="status" className={styles.waits}>
        {waitText(of, text)}
      </p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {(waitsFor !== undefined || ended !== undefined) && (
        <Button className={density.press} onPress={() => sendings.tryAgain(uploadId)}>
          {text('library.send.again')}
        </Button>
      )}
    </div>
  )
}
