// The part of @lhncbc/ucum-lhc that units.ts uses; the package has no types of its own.
declare module '@lhncbc/ucum-lhc' {
  interface UcumUnit {
    readonly csCode_: string | number;
    readonly isArbitrary_: boolean;
    readonly moleExp_: number;
    readonly dim_: { readonly dimVec_: readonly number[] | null } | null;
  }
  interface UcumUtils {
    getSpecifiedUnit(
      name: string,
      use: 'validate' | 'suggest',
    ): { readonly unit: UcumUnit | null; readonly status: string };
    convertUnitTo(
      from: string,
      value: number,
      to: string,
      options?: { readonly molecularWeight?: number | null },
    ): {
      readonly status: 'succeeded' | 'failed' | 'error';
      readonly toVal: number | null;
      readonly msg: readonly string[];
    };
  }
  export const UcumLhcUtils: { getInstance(): UcumUtils };
}
