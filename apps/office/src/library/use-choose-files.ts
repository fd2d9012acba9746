import { useNavigate } from '@sitwell/navigation/navigation.tsx'
import { useState } from 'react'
import { useOffice } from '../office-context.tsx'
import { uploadPath } from './library-list.ts'
import { uploadIdOf } from './sending/upload-id.ts'
import { useSendings } from './sending/use-sendings.ts'

/** Sends files that were chosen. A single one opens its page. */
export const useChooseFiles = () => {
  const { text, facts } = useOffice()
  const navigate = useNavigate()
  const { sendings } = useSendings()
  const [problems, setProblems] = useState<readonly string[]>([])
  const [isBusy, setBusy] = useState(false)
  const choose = async (files: readonly File[], wanted?: string) => {
    setBusy(true)
    const found: string[] = []
    const begun: string[] = []
    for (const file of files) {
      const { name } = file
      const uploadId = await uploadIdOf(facts.person.userGuid, file).catch(() => undefined)
      if (uploadId === undefined) found.push(text('library.send.unreadable', { name }))
      else if (file.size === 0) found.push(text('library.send.empty', { name }))
      else if (wanted !== undefined && uploadId !== wanted) found.push(text('library.send.otherFile', { name }))
      else {
        sendings.start(uploadId, file)
        begun.push(uploadId)
      }
    }
    setBusy(false)
    setProblems(found)
    const [only] = begun
    if (files.length === 1 && only !== undefined && wanted === undefined) await navigate({ to: uploadPath(only) })
  }
  return {
    problems,
    isBusy,
    /** Sends files; of `wanted`, the id of an upload that is to continue, no file but its own. */
    choose: (files: readonly File[], wanted?: string) => void choose(files, wanted),
  }
}
