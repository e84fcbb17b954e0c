export const exportPage = async (_o: unknown, _c: unknown): Promise<number> => 0;
