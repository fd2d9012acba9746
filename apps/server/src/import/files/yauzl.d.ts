/** What we use of yauzl 3, which brings no types. */
declare module 'yauzl' {
  import type { Readable } from 'node:stream'

  export interface Entry {
    readonly fileName: string
    readonly compressedSize: number
    readonly uncompressedSize: number
    readonly crc32: number
    readonly externalFileAttributes: number
    readonly versionMadeBy: number
    isEncrypted(): boolean
    canDecodeFileData(): boolean
  }

  export interface ZipFile {
    readonly entryCount: number
    eachEntry(): AsyncIterableIterator<Entry>
    openReadStreamPromise(entry: Entry): Promise<Readable>
    close(): void
  }

  export interface Options {
    readonly lazyEntries?: boolean
    readonly autoClose?: boolean
    readonly strictFileNames?: boolean
    readonly validateEntrySizes?: boolean
  }

  export function openPromise(path: string, options?: Options): Promise<ZipFile>
}
