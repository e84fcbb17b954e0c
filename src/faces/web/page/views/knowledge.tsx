export const KnowledgeView = () => <p>soon</p>;
