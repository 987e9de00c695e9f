export declare const findChromium: () => string | null
export declare const findHeadlessShell: () => string | null
