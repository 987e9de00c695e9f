export const bundle: (root: string, input: Record<string, string>, folder: string) => Promise<string[]>
