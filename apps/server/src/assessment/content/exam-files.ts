import { hiddenFilesOf, type LoadedExam, writeOnce } from '../form-run/index.ts'

const knownResources = new WeakMap<LoadedExam, ReturnType<typeof writtenResources>>()

/** Where the learner finds the exam's files: at addresses that follow from the exam alone. */
export const resourcesOf = (loaded: LoadedExam, resourceUrl: string) => {
  const found = knownResources.get(loaded) ?? writtenResources(loaded, resourceUrl)
  knownResources.set(loaded, found)
  return loaded.whole ? found : writeOnce(found)
}

const writtenResources = (loaded: LoadedExam, resourceUrl: string) => {
  const hidden = hiddenFilesOf(loaded)
  return loaded.resources
    .filter(({ path }) => !hidden.has(path))
    .map(({ path, media_type }) => ({
      url: resourceUrl + path.split('/').map(encodeURIComponent).join('/'),
      mediaType: media_type,
      name: path,
    }))
}
