import { type MarkedFile, officeMarkingFile } from '@sitwell/contract'
import density from '@sitwell/office-ui/density.module.css'
import { Problem } from '@sitwell/office-ui/form.tsx'
import { Button } from '@sitwell/ui/button.tsx'
import { saveFile } from '@sitwell/ui/save-file.ts'
import { Spinner } from '@sitwell/ui/spinner.tsx'
import { lazy, Suspense, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { takingFile } from '../../library/sending/long-requests.ts'
import { sizeText } from '../../library/size-text.ts'
import { useOffice, useOfficeParts } from '../../office-context.tsx'
import { handedName } from '../work/files-of.ts'
import { fileAddress, fileName } from './file-address.ts'
import { useKeptFiles } from './kept-files.tsx'
import styles from './response.module.css'
import { Zoomed } from './zoomed.tsx'

/** Loaded with the first PDF that is opened. */
const HandedPdf = lazy(() => import('./handed-pdf.tsx'))

interface Shown {
  readonly responseID: string
  readonly code: string
  readonly file: MarkedFile
  /** Counts from 1 in the response. */
  readonly number: number
}

/** Has the bytes of a file, which a link alone does not open. */
const useBytes = ({ responseID, file }: Shown) => {
  const { api } = useOffice()
  const { fetchBy } = useOfficeParts()
  const [state, setState] = useState<'idle' | 'pending' | 'failed'>('idle')
  const here = useKeptFiles().get(handedName(responseID, file.file))
  const load = async (): Promise<Blob | undefined> => {
    setState('pending')
    if (here !== undefined) {
      const kept = await (await fetch(here)).blob()
      setState('idle')
      return kept
    }
    let bytes: Blob | undefined
    const send = takingFile(fetchBy, (blob) => {
      bytes = blob
    })
    const outcome = await api.call(officeMarkingFile, { query: { responseID, file: file.file } }, { attempts: 1, send })
    setState(outcome.ok ? 'idle' : 'failed')
    return bytes
  }
  return { state, load }
}

/** A PDF. It opens in a viewer of ours below its button, and is saved by the button next to it. */
const Pdf = (shown: Shown) => {
  const { text, language } = useOffice()
  const { state, load } = useBytes(shown)
  const [bytes, setBytes] = useState<Blob>()
  const button = useRef<HTMLButtonElement>(null)
  const open = async () => {
    const loaded = await load()
    if (loaded) setBytes(loaded)
  }
  const close = () => {
    // The button that opened it shows again, and gets the focus back.
    flushSync(() => setBytes(undefined))
    button.current?.focus()
  }
  if (bytes !== undefined)
    return (
      <Suspense fallback={<Spinner />}>
        <HandedPdf
          bytes={bytes}
          name={text('marking.file', { number: shown.number })}
          wayOut={<Download {...shown} />}
          onClose={close}
        />
      </Suspense>
    )
  return (
    <>
      <div className={styles.fileActs}>
        <Button ref={button} className={density.press} isPending={state === 'pending'} onPress={open}>
          {text('marking.openPdf', { number: shown.number, size: sizeText(shown.file.bytes, language.code) })}
        </Button>
        <Download {...shown} />
      </div>
      {state === 'failed' && <Problem>{text('marking.fileFailed')}</Problem>}
    </>
  )
}

const Download = (shown: Shown) => {
  const { text, language } = useOffice()
  const { state, load } = useBytes(shown)
  const save = async () => {
    const bytes = await load()
    // Nothing of it opens by itself: it is saved as bytes.
    if (bytes) saveFile(fileName(shown.code, shown.number, shown.file), new Blob([bytes], { type: 'application/octet-stream' }))
  }
  return (
    <>
      <Button className={density.press} isPending={state === 'pending'} onPress={save}>
        {text('marking.download', { number: shown.number, size: sizeText(shown.file.bytes, language.code) })}
      </Button>
      {state === 'failed' && <Problem>{text('marking.fileFailed')}</Problem>}
    </>
  )
}

const HandedFile = (shown: Shown) => {
  const { text } = useOffice()
  const { responseID, file, number } = shown
  const [hasFailed, setFailed] = useState(false)
  const label = text('marking.file', { number })
  const here = useKeptFiles().get(handedName(responseID, file.file))
  useEffect(() => {
    // It could not be had from the server, and is here.
    if (here !== undefined) setFailed(false)
  }, [here])
  if (file.isHarmful) return <Problem>{text('marking.harmful', { number })}</Problem>
  const address = here ?? fileAddress(responseID, file.file)
  if (file.kind === 'pdf') return <Pdf {...shown} />
  if (file.kind === 'picture' && !hasFailed)
    return (
      <Zoomed label={label}>
        <img src={address} alt={label} onError={() => setFailed(true)} />
      </Zoomed>
    )
  // What a learner recorded has no captions.
  if (file.kind === 'sound' && !hasFailed)
    // biome-ignore lint/a11y/useMediaCaption: a recording of a learner has none
    return <audio controls preload="metadata" aria-label={label} src={address} onError={() => setFailed(true)} />
  if (file.kind === 'film' && !hasFailed)
    return (
      // biome-ignore lint/a11y/useMediaCaption: a recording of a learner has none
      <video
        controls
        preload="metadata"
        aria-label={label}
        className={styles.film}
        src={address}
        onError={() => setFailed(true)}
      />
    )
  return (
    <>
      {hasFailed && <p className={styles.quiet}>{text('marking.notShown', { number })}</p>}
      <Download {...shown} />
    </>
  )
}

/** The files that were handed in, without their names. */
export const HandedFiles = ({
  files,
  ...response
}: {
  readonly files: readonly MarkedFile[]
  readonly responseID: string
  readonly code: string
}) => (
  <ul className={styles.files}>
    {files.map((file, place) => (
      <li key={file.file} className={styles.file}>
        <HandedFile {...response} file={file} number={place + 1} />
      </li>
    ))}
  </ul>
)
