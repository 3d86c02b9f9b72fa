CREATE TABLE "search_texts" (
	"source" text,
	"item" text,
	"language" text,
	"revision" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	"text" text NOT NULL,
	"folded_title" text NOT NULL,
	"folded" text NOT NULL,
	CONSTRAINT "search_texts_pkey" PRIMARY KEY("source","item","language")
);
--> statement-breakpoint
CREATE INDEX "search_texts_folded" ON "search_texts" USING gin ("folded" gin_trgm_ops);