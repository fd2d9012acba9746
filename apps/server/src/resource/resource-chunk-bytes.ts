/**
 * Bytes of a chunk of an exam's file, the last one excepted: as those of uploaded files, small enough to be read between two saves of
 * answers. What is stored is cut by it, so it stays.
 */
export const resourceChunkBytes = 512 * 1024
