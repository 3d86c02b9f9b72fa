CREATE TABLE "seo_verification_checks" (
	"engine" text PRIMARY KEY,
	"code" text NOT NULL,
	"url" text NOT NULL,
	"outcome" text NOT NULL,
	"status" integer,
	"checked_at" timestamp with time zone NOT NULL
);
